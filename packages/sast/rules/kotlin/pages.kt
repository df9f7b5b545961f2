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

  @GetMapping("/picture")
  fun picture(@RequestParam name: String): ByteArray {
    File("/srv/pictures", name).readBytes()
    File("/srv/pictures", File(name).name).readBytes()
    val path = base.resolve(name).normalize()
    Files.readString(path)
    require(path.startsWith(base))
    return Files.readAllBytes(path)
  }

  @GetMapping("/fetch")
  fun fetch(@RequestParam url: String, @RequestParam id: String) {
    URL(url).readText()
    rest.getForObject(url, String::class.java)
    rest.getForObject("https://api.example.org/goods/{id}", String::class.java, id)
    rest.getForObject("https://api.example.org/goods/$id", String::class.java)
    rest.getForObject("https://$url/goods", String::class.java)
  }

  fun go(request: HttpServletRequest, response: HttpServletResponse) {
    val next = request.getParameter("next")
    response.sendRedirect(next)
    response.sendRedirect("/goods")
    // ruleid: kotlin-xss
    response.writer.println("<h1>$next</h1>")
    // ok: kotlin-xss
    response.writer.println("<h1>${HtmlUtils.htmlEscape(next)}</h1>")
  }
}

fun Application.module() {
  routing {
    get("/") {
      val name = call.parameters["name"] ?: "you"
      // ruleid: kotlin-xss
      call.respondText("<h1>Hello $name</h1>", ContentType.Text.Html)
      // ok: kotlin-xss
      call.respondText("Hello $name")
      call.respondRedirect(call.request.queryParameters["next"]!!)
      call.respondRedirect(call.parameters["back"] as String)
      val next = call.request.queryParameters["next"]!!
      call.respondRedirect(next)
      call.respondRedirect(call.parameters["next"] ?: "/")
      call.respondFile(File("/srv/" + name))
    }
  }
}
