import io.ktor.http.*
import io.ktor.server.application.*
import io.ktor.server.html.*
import io.ktor.server.response.*
import io.ktor.server.routing.*
import jakarta.servlet.http.*
import kotlinx.html.*
import org.springframework.http.*
import org.springframework.web.bind.annotation.*
import org.springframework.web.util.HtmlUtils
//// weak
fun Route.hello() {
    get("/hello") {
        call.respondText("<h1>Hello ${call.parameters["name"]}</h1>", ContentType.Text.Html)
    }
}
//// safe
fun Route.hello() {
    get("/hello") {
        call.respondText("Hello ${call.parameters["name"]}", ContentType.Text.Plain)
    }
}
//// weak
class Search : HttpServlet() {
    override fun doGet(req: HttpServletRequest, resp: HttpServletResponse) {
        resp.contentType = "text/html"
        resp.writer.println("<p>Results for " + req.getParameter("q") + "</p>")
    }
}
//// safe
class Search : HttpServlet() {
    override fun doGet(req: HttpServletRequest, resp: HttpServletResponse) {
        resp.contentType = "text/html"
        resp.writer.println("<p>Results for " + HtmlUtils.htmlEscape(req.getParameter("q")) + "</p>")
    }
}
//// weak
@RestController
class Pages {
    @GetMapping("/page", produces = [MediaType.TEXT_HTML_VALUE])
    fun page(@RequestParam title: String) = "<title>$title</title>"
}
//// safe
@RestController
class Pages {
    @GetMapping("/page", produces = [MediaType.APPLICATION_JSON_VALUE])
    fun page(@RequestParam title: String) = mapOf("title" to title)
}
//// weak
fun Route.badge() {
    get("/badge") {
        val label = call.request.queryParameters["label"]
        call.respondHtml { body { unsafe { +"<b>$label</b>" } } }
    }
}
//// safe
fun Route.badge() {
    get("/badge") {
        val label = call.request.queryParameters["label"]
        call.respondHtml { body { b { +"$label" } } }
    }
}
