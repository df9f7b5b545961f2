package shop
import io.ktor.server.application.*
import io.ktor.server.routing.*
import java.io.File
import org.http4k.core.*
import org.jetbrains.exposed.sql.transactions.transaction
val app: HttpHandler = routes(
  "/q" bind Method.GET to { request ->
    val q = request.query("q").orEmpty()
    val rows = jdbc.queryForList("select * from t where q = '$q'") //! to-sql
    Response(Status.OK).header("Content-Type", "text/html").body("<p>$q</p>") //! to-html
  },
  "/f/{f}" bind Method.GET to { req: Request ->
    Response(Status.OK).body(File("/srv/" + req.path("f")).readText()) //! request-to-path
  },
  "/go" bind Method.GET to { req -> Response(Status.FOUND).header("Location", req.query("to")) } //! to-redirect
)

@RestController
class Api(val template: JdbcTemplate, val web: WebClient, val em: EntityManager) {
  @PostMapping("/o")
  fun order(form: OrderForm): String {
    em.createQuery("from Order where n = '${form.name}'").resultList
    return "ok"
  }
  @GetMapping("/w")
  fun page(@RequestParam q: String): String = "<p>$q</p>"
  @GetMapping("/e")
  fun echo(@RequestParam q: String): String {
    return "You said $q"
  }
  @GetMapping("/u")
  suspend fun fetch(@RequestParam u: String) = web.get().uri(u).retrieve().awaitBody<String>()
  @KafkaListener(topics = ["t"])
  fun on(message: String) {
    template.execute("insert into t values ('$message')")
  }
  @GetMapping("/c")
  fun load(@RequestParam c: String): Any {
    val kind = Class.forName(c)
    // ruleid: kotlin-regex-injection
    return Regex(c).find("aaaa")!!
  }
}
