import io.ktor.server.application.*
import io.ktor.server.request.*
import io.ktor.server.response.*
import io.ktor.server.routing.*
import jakarta.servlet.http.*
import java.net.URI
import org.springframework.http.*
import org.springframework.stereotype.Controller
import org.springframework.web.bind.annotation.*
import org.springframework.web.servlet.view.RedirectView
//// weak
fun Route.go() {
    get("/go") {
        call.respondRedirect(call.request.queryParameters["url"]!!)
    }
}
//// safe
fun Route.go() {
    get("/go") {
        call.respondRedirect("/home")
    }
}
//// weak
class Login : HttpServlet() {
    override fun doGet(req: HttpServletRequest, resp: HttpServletResponse) {
        resp.sendRedirect(req.getParameter("next") ?: "/")
    }
}
//// safe
class Login : HttpServlet() {
    override fun doGet(req: HttpServletRequest, resp: HttpServletResponse) {
        val pages = setOf("/home", "/account")
        val next = req.getParameter("next")
        resp.sendRedirect(if (next in pages) next else "/")
    }
}
//// weak
@Controller
class Out {
    @GetMapping("/out")
    fun out(@RequestParam target: String) = "redirect:$target"
}
//// safe
@Controller
class Out {
    @GetMapping("/out")
    fun out(@RequestParam id: Int) = "redirect:/pages/$id"
}
//// weak
@Controller
class Leave {
    @GetMapping("/leave")
    fun leave(@RequestParam to: String) = RedirectView(to)
}
//// safe
@Controller
class Leave {
    @GetMapping("/leave")
    fun leave() = RedirectView("/bye")
}
