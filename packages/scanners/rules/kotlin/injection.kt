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
    // ruleid: kotlin-request-to-command
    Runtime.getRuntime().exec("convert $name")
    // ok: kotlin-request-to-command
    Runtime.getRuntime().exec("resize $size")
    // ok: kotlin-request-to-command
    ProcessBuilder("convert", "--", name).start()
    // ruleid: kotlin-request-to-command
    ProcessBuilder("sh", "-c", "convert " + name).start()
    run(name)
    if (name in ALLOWED) {
      // ok: kotlin-request-to-command
      Runtime.getRuntime().exec("to $name")
    }
    // ruleid: kotlin-request-to-code
    SpelExpressionParser().parseExpression(name).getValue()
    // ok: kotlin-request-to-code
    SpelExpressionParser().parseExpression("1 + 2").getValue()
  }

  private fun run(command: String) {
    // ruleid: kotlin-request-to-command
    ProcessBuilder(command).start()
  }

  @GetMapping("/goods")
  fun goods(@RequestParam("name") name: String, request: HttpServletRequest): Any {
    // ruleid: kotlin-request-to-sql
    jdbc.queryForList("select * from goods where name = '$name'")
    val text = "select * from goods where name = '" + request.getParameter("other") + "'"
    // ruleid: kotlin-request-to-sql
    jdbc.query(text, mapper)
    // ok: kotlin-request-to-sql
    return jdbc.query("select * from goods where name = ?", mapper, name)
  }

  @GetMapping("/one")
  fun one(@PathVariable id: String) =
    // ruleid: kotlin-request-to-sql
    jdbc.queryForMap("select * from goods where id = $id")

  fun go(request: HttpServletRequest, response: HttpServletResponse) {
    val next = request.getParameter("next")
    response.sendRedirect(next)
    response.sendRedirect("/goods")
    response.writer.println("<h1>$next</h1>")
    response.writer.println("<h1>${HtmlUtils.htmlEscape(next)}</h1>")
    // ruleid: kotlin-request-to-object
    ObjectInputStream(request.getInputStream()).readObject()
    // ok: kotlin-request-to-object
    ObjectInputStream(File("/srv/state").inputStream()).readObject()
  }
}

fun Application.module() {
  routing {
    post("/") {
      val body = call.receiveText()
      // ruleid: kotlin-request-to-command
      Runtime.getRuntime().exec(body)
    }
  }
}
