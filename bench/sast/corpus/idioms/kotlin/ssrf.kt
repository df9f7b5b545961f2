import io.ktor.client.*
import io.ktor.client.request.*
import io.ktor.client.statement.*
import io.ktor.server.application.*
import io.ktor.server.response.*
import io.ktor.server.routing.*
import jakarta.servlet.http.*
import java.net.*
import okhttp3.OkHttpClient
import okhttp3.Request
import org.springframework.web.bind.annotation.*
import org.springframework.web.client.RestTemplate
//// weak
class Proxy : HttpServlet() {
    override fun doGet(req: HttpServletRequest, resp: HttpServletResponse) {
        URL(req.getParameter("url")).openStream().copyTo(resp.outputStream)
    }
}
//// safe
class Proxy : HttpServlet() {
    override fun doGet(req: HttpServletRequest, resp: HttpServletResponse) {
        val u = URLEncoder.encode(req.getParameter("url"), "UTF-8")
        URL("https://api.example.com/items?u=$u").openStream().copyTo(resp.outputStream)
    }
}
//// weak
@RestController
class Preview(private val rest: RestTemplate) {
    @GetMapping("/preview")
    fun preview(@RequestParam url: String): String? = rest.getForObject(url, String::class.java)
}
//// safe
@RestController
class Preview(private val rest: RestTemplate) {
    @GetMapping("/preview")
    fun preview(@RequestParam id: String): String? = rest.getForObject("https://api.example.com/{id}", String::class.java, id)
}
//// weak
fun Route.status(client: HttpClient) {
    get("/status") {
        val answer = client.get("http://${call.parameters["host"]}/health")
        call.respondText(answer.bodyAsText())
    }
}
//// safe
fun Route.status(client: HttpClient) {
    get("/status") {
        val hosts = mapOf("a" to "a.internal", "b" to "b.internal")
        val answer = client.get("http://${hosts.getValue(call.parameters["host"]!!)}/health")
        call.respondText(answer.bodyAsText())
    }
}
//// weak
@RestController
class Hook(private val client: OkHttpClient) {
    @PostMapping("/hook")
    fun hook(@RequestParam callback: String): Int {
        val request = Request.Builder().url(callback).build()
        return client.newCall(request).execute().code
    }
}
//// safe
@RestController
class Hook(private val client: OkHttpClient) {
    @PostMapping("/hook")
    fun hook(@RequestParam callback: String): Int {
        if (callback !in setOf("https://a.example.com/", "https://b.example.com/")) return 400
        val request = Request.Builder().url(callback).build()
        return client.newCall(request).execute().code
    }
}
