import io.ktor.server.application.*
import io.ktor.server.response.*
import io.ktor.server.routing.*
import jakarta.persistence.EntityManager
import jakarta.servlet.http.*
import java.sql.Connection
import org.springframework.jdbc.core.JdbcTemplate
import org.springframework.web.bind.annotation.*
//// weak
class Users(private val connection: Connection) : HttpServlet() {
    override fun doGet(req: HttpServletRequest, resp: HttpServletResponse) {
        connection.createStatement().executeQuery("SELECT * FROM users WHERE name = '${req.getParameter("name")}'")
    }
}
//// safe
class Users(private val connection: Connection) : HttpServlet() {
    override fun doGet(req: HttpServletRequest, resp: HttpServletResponse) {
        val statement = connection.prepareStatement("SELECT * FROM users WHERE name = ?")
        statement.setString(1, req.getParameter("name"))
        statement.executeQuery()
    }
}
//// weak
@RestController
class Items(private val jdbcTemplate: JdbcTemplate) {
    @GetMapping("/items")
    fun items(@RequestParam sort: String) = jdbcTemplate.queryForList("SELECT title FROM items ORDER BY " + sort)
}
//// safe
@RestController
class Items(private val jdbcTemplate: JdbcTemplate) {
    @GetMapping("/items")
    fun items(@RequestParam kind: String) = jdbcTemplate.queryForList("SELECT title FROM items WHERE kind = ?", kind)
}
//// weak
@RestController
class Orders(private val entityManager: EntityManager) {
    @GetMapping("/orders/{ref}")
    fun orders(@PathVariable ref: String) =
        entityManager.createNativeQuery("SELECT * FROM orders WHERE ref = '$ref'").resultList
}
//// safe
@RestController
class Orders(private val entityManager: EntityManager) {
    @GetMapping("/orders/{ref}")
    fun orders(@PathVariable ref: String) =
        entityManager.createNativeQuery("SELECT * FROM orders WHERE ref = :ref").setParameter("ref", ref).resultList
}
//// weak
fun Route.books(connection: Connection) {
    get("/books") {
        val q = call.request.queryParameters["q"]
        val sql = "SELECT * FROM books WHERE title LIKE '%" + q + "%'"
        connection.prepareStatement(sql).executeQuery()
    }
}
//// safe
fun Route.books(connection: Connection) {
    get("/books") {
        val q = call.request.queryParameters["q"]
        val statement = connection.prepareStatement("SELECT * FROM books WHERE title LIKE ?")
        statement.setString(1, "%$q%")
        statement.executeQuery()
    }
}
