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
    // ruleid: kotlin-path-traversal
    File("/srv/pictures", name).readBytes()
    // ok: kotlin-path-traversal
    File("/srv/pictures", File(name).name).readBytes()
    val path = base.resolve(name).normalize()
    // ruleid: kotlin-path-traversal
    Files.readString(path)
    require(path.startsWith(base))
    // ok: kotlin-path-traversal
    return Files.readAllBytes(path)
  }

  @GetMapping("/fetch")
  fun fetch(@RequestParam url: String, @RequestParam id: String) {
    // ruleid: kotlin-ssrf
    URL(url).readText()
    // ruleid: kotlin-ssrf
    rest.getForObject(url, String::class.java)
    // ok: kotlin-ssrf
    rest.getForObject("https://api.example.org/goods/{id}", String::class.java, id)
    // ok: kotlin-ssrf
    rest.getForObject("https://api.example.org/goods/$id", String::class.java)
    // ruleid: kotlin-ssrf
    rest.getForObject("https://$url/goods", String::class.java)
  }

  fun go(request: HttpServletRequest, response: HttpServletResponse) {
    val next = request.getParameter("next")
    // ruleid: kotlin-open-redirect
    response.sendRedirect(next)
    // ok: kotlin-open-redirect
    response.sendRedirect("/goods")
    response.writer.println("<h1>$next</h1>")
    response.writer.println("<h1>${HtmlUtils.htmlEscape(next)}</h1>")
  }
}

fun Application.module() {
  routing {
    get("/") {
      val name = call.parameters["name"] ?: "you"
      call.respondText("<h1>Hello $name</h1>", ContentType.Text.Html)
      call.respondText("Hello $name")
      // ruleid: kotlin-open-redirect
      call.respondRedirect(call.request.queryParameters["next"]!!)
      // ruleid: kotlin-open-redirect
      call.respondRedirect(call.parameters["back"] as String)
      val next = call.request.queryParameters["next"]!!
      // ruleid: kotlin-open-redirect
      call.respondRedirect(next)
      // ruleid: kotlin-open-redirect
      call.respondRedirect(call.parameters["next"] ?: "/")
      // ruleid: kotlin-path-traversal
      call.respondFile(File("/srv/" + name))
    }
  }
}
