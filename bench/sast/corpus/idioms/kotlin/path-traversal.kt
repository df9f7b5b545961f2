import io.ktor.server.application.*
import io.ktor.server.response.*
import io.ktor.server.routing.*
import jakarta.servlet.http.*
import java.io.File
import java.nio.file.*
import org.springframework.core.io.FileSystemResource
import org.springframework.web.bind.annotation.*

const val ROOT = "/srv/files"
//// weak
fun Route.files() {
    get("/file") {
        call.respondFile(File(ROOT, call.request.queryParameters["name"]!!))
    }
}
//// safe
fun Route.files() {
    get("/file") {
        call.respondFile(File(ROOT, File(call.request.queryParameters["name"]!!).name))
    }
}
//// weak
@RestController
class Reports {
    @GetMapping("/report")
    fun report(@RequestParam name: String): ByteArray = Files.readAllBytes(Paths.get(ROOT, name))
}
//// safe
@RestController
class Reports {
    @GetMapping("/report")
    fun report(@RequestParam id: Int): ByteArray = Files.readAllBytes(Paths.get(ROOT, id.toString()))
}
//// weak
class Show : HttpServlet() {
    override fun doGet(req: HttpServletRequest, resp: HttpServletResponse) {
        val text = File("$ROOT/${req.getParameter("path")}").readText()
        resp.writer.print(text.length)
    }
}
//// safe
class Show : HttpServlet() {
    override fun doGet(req: HttpServletRequest, resp: HttpServletResponse) {
        val path = Path.of(ROOT).resolve(req.getParameter("path")).normalize()
        if (!path.startsWith(Path.of(ROOT))) return
        resp.writer.print(path.toFile().readText().length)
    }
}
//// weak
@RestController
class Downloads {
    @GetMapping("/download/{name}")
    fun download(@PathVariable name: String) = FileSystemResource(ROOT + "/" + name)
}
//// safe
@RestController
class Downloads {
    @GetMapping("/download/{id}")
    fun download(@PathVariable id: Long) = FileSystemResource(ROOT + "/" + id)
}
