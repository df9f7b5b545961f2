import com.fasterxml.jackson.module.kotlin.*
import jakarta.servlet.http.*
import java.beans.XMLDecoder
import java.io.*
import java.util.*
import org.springframework.web.bind.annotation.*
import org.yaml.snakeyaml.*
import org.yaml.snakeyaml.constructor.SafeConstructor
//// weak
class State : HttpServlet() {
    override fun doPost(req: HttpServletRequest, resp: HttpServletResponse) {
        val state = ObjectInputStream(req.inputStream).readObject()
        resp.writer.print(state.hashCode())
    }
}
//// safe
class State : HttpServlet() {
    override fun doPost(req: HttpServletRequest, resp: HttpServletResponse) {
        val state = jacksonObjectMapper().readValue<Map<String, Any>>(req.inputStream)
        resp.writer.print(state.hashCode())
    }
}
//// weak
@RestController
class Cart {
    @PostMapping("/cart")
    fun cart(@CookieValue("cart") cart: String): Int {
        val raw = Base64.getDecoder().decode(cart)
        return ObjectInputStream(ByteArrayInputStream(raw)).use { it.readObject() }.hashCode()
    }
}
//// safe
@RestController
class Cart {
    @PostMapping("/cart")
    fun cart(@CookieValue("cart") cart: String): Int {
        val raw = Base64.getDecoder().decode(cart)
        return jacksonObjectMapper().readTree(raw).hashCode()
    }
}
//// weak
@RestController
class Config {
    @PostMapping("/config")
    fun config(@RequestBody body: String): Int = Yaml().load<Any>(body).hashCode()
}
//// safe
@RestController
class Config {
    @PostMapping("/config")
    fun config(@RequestBody body: String): Int = Yaml(SafeConstructor(LoaderOptions())).load<Any>(body).hashCode()
}
//// weak
class Load : HttpServlet() {
    override fun doPost(req: HttpServletRequest, resp: HttpServletResponse) {
        XMLDecoder(req.inputStream).use { decoder -> resp.writer.print(decoder.readObject().hashCode()) }
    }
}
//// safe
class Load : HttpServlet() {
    override fun doPost(req: HttpServletRequest, resp: HttpServletResponse) {
        val properties = Properties()
        properties.load(req.inputStream)
        resp.writer.print(properties.size)
    }
}
