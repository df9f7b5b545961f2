import io.ktor.server.application.*
import io.ktor.server.request.*
import io.ktor.server.response.*
import io.ktor.server.routing.*
import jakarta.servlet.http.*
import org.springframework.web.bind.annotation.*
//// weak
fun Route.ping() {
    get("/ping") {
        Runtime.getRuntime().exec("ping -c 1 ${call.parameters["host"]}")
        call.respondText("ok")
    }
}
//// safe
fun Route.ping() {
    get("/ping") {
        Runtime.getRuntime().exec(arrayOf("ping", "-c", "1", "--", call.parameters["host"]))
        call.respondText("ok")
    }
}
//// weak
@RestController
class Convert {
    @GetMapping("/convert")
    fun convert(@RequestParam name: String) {
        ProcessBuilder("sh", "-c", "convert $name out.png").start()
    }
}
//// safe
@RestController
class Convert {
    @GetMapping("/convert")
    fun convert(@RequestParam width: Int) {
        ProcessBuilder("sh", "-c", "convert in.png -resize $width out.png").start()
    }
}
//// weak
class Archive : HttpServlet() {
    override fun doPost(req: HttpServletRequest, resp: HttpServletResponse) {
        val command = listOf("bash", "-c", "tar czf out.tgz " + req.getParameter("folder"))
        ProcessBuilder(command).start().waitFor()
    }
}
//// safe
class Archive : HttpServlet() {
    override fun doPost(req: HttpServletRequest, resp: HttpServletResponse) {
        val command = listOf("bash", "-c", "tar czf out.tgz " + req.getParameter("folder").toInt())
        ProcessBuilder(command).start().waitFor()
    }
}
//// weak
fun Route.lookup() {
    post("/lookup") {
        val name = call.receiveParameters()["name"] ?: return@post
        Runtime.getRuntime().exec(arrayOf("sh", "-c", "nslookup " + name))
    }
}
//// safe
fun Route.lookup() {
    post("/lookup") {
        val name = call.receiveParameters()["name"] ?: return@post
        val hosts = mapOf("a" to "a.internal", "b" to "b.internal")
        Runtime.getRuntime().exec(arrayOf("sh", "-c", "nslookup " + hosts.getValue(name)))
    }
}
