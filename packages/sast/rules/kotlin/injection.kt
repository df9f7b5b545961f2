package shop

import jakarta.servlet.http.HttpServletRequest
import jakarta.servlet.http.HttpServletResponse
import java.io.File
import java.io.ObjectInputStream
import java.net.URL
import java.nio.file.Files
import java.nio.file.Path
import org.springframework.jdbc.core.JdbcTemplate
import org.springframework.web.bind.annotation.*
import org.springframework.web.client.RestTemplate

val ALLOWED = setOf("png", "gif")

@RestController
class Shop(private val jdbc: JdbcTemplate, private val rest: RestTemplate) {
  private val base = Path.of("/srv/pictures")

  @GetMapping("/convert")
  fun convert(@RequestParam name: String, @RequestParam size: Int) {
    // ruleid: kotlin-command-injection
    Runtime.getRuntime().exec("convert $name")
    // ok: kotlin-command-injection
    Runtime.getRuntime().exec("resize $size")
    // ok: kotlin-command-injection
    ProcessBuilder("convert", "--", name).start()
    // ruleid: kotlin-command-injection
    ProcessBuilder("sh", "-c", "convert " + name).start()
    run(name)
    if (name in ALLOWED) {
      // ok: kotlin-command-injection
      Runtime.getRuntime().exec("to $name")
    }
    // ruleid: kotlin-code-injection
    SpelExpressionParser().parseExpression(name).getValue()
    // ok: kotlin-code-injection
    SpelExpressionParser().parseExpression("1 + 2").getValue()
  }

  private fun run(command: String) {
    // ruleid: kotlin-command-injection
    ProcessBuilder(command).start()
  }

  @GetMapping("/goods")
  fun goods(@RequestParam("name") name: String, request: HttpServletRequest): Any {
    // ruleid: kotlin-sql-injection
    jdbc.queryForList("select * from goods where name = '$name'")
    val text = "select * from goods where name = '" + request.getParameter("other") + "'"
    // ruleid: kotlin-sql-injection
    jdbc.query(text, mapper)
    // ok: kotlin-sql-injection
    return jdbc.query("select * from goods where name = ?", mapper, name)
  }

  @GetMapping("/one")
  fun one(@PathVariable id: String) =
    // ruleid: kotlin-sql-injection
    jdbc.queryForMap("select * from goods where id = $id")

  fun go(request: HttpServletRequest, response: HttpServletResponse) {
    val next = request.getParameter("next")
    response.sendRedirect(next)
    response.sendRedirect("/goods")
    response.writer.println("<h1>$next</h1>")
    response.writer.println("<h1>${HtmlUtils.htmlEscape(next)}</h1>")
    // ruleid: kotlin-insecure-deserialization
    ObjectInputStream(request.getInputStream()).readObject()
    // ok: kotlin-insecure-deserialization
    ObjectInputStream(File("/srv/state").inputStream()).readObject()
  }
}

fun Application.module() {
  routing {
    post("/") {
      val body = call.receiveText()
      // ruleid: kotlin-command-injection
      Runtime.getRuntime().exec(body)
    }
  }
}
