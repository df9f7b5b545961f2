package shop
import io.ktor.server.application.*
import io.ktor.server.routing.*
import java.io.File
import org.http4k.core.*
import org.jetbrains.exposed.sql.transactions.transaction

fun Application.shop(db: Database, client: HttpClient) {
  routing {
    get("/a/{name}") {
      val name = call.parameters["name"]!!
      transaction { exec("select * from t where n = '$name'") }
      transaction { exec("select * from t where id = ${name.toInt()}") }
      call.respondText("<b>$name</b>", ContentType.Text.Html)
      call.respondText("<b>${name.escapeHTML()}</b>", ContentType.Text.Html)
      call.respondText("hello $name")
      // ruleid: kotlin-path-traversal
      call.respondFile(File("/data", name))
      // ok: kotlin-path-traversal
      call.respondFile(File("/data", File(name).name))
      // ruleid: kotlin-open-redirect
      call.respondRedirect(call.request.queryParameters["to"] ?: "/")
      // ruleid: kotlin-ssrf
      client.get(call.queryParameters["u"]!!)
      // ok: kotlin-ssrf
      client.get("https://api.example.org/x/$name")
    }
    post("/b") {
      val form = call.receiveParameters()
      val cmd = form["cmd"]
      ProcessBuilder("bash", "-c", cmd).start()
      val dto = call.receive<Order>()
      // ruleid: kotlin-path-traversal
      File("/srv/${dto.file}").writeText("x")
      connection.createStatement().executeQuery("select ${dto.column}")
      call.receiveMultipart().forEachPart { part ->
        if (part is PartData.FileItem) {
          // ruleid: kotlin-path-traversal
          File("/up/" + part.originalFileName).writeBytes(part.streamProvider().readBytes())
        }
      }
      call.response.headers.append("X-Name", call.request.headers["X-Name"]!!)
    }
    webSocket("/ws") {
      for (frame in incoming) {
        if (frame is Frame.Text) {
          Runtime.getRuntime().exec(frame.readText())
        }
      }
    }
    get("/proxy") {
      val target = call.request.queryParameters["target"]
      // ruleid: kotlin-ssrf
      val text = java.net.URL(target).readText()
      call.respondHtml { body { unsafe { +call.parameters["x"]!! } } }
    }
  }
}

fun app(): HttpHandler {
  return routes(
    "/q" bind Method.GET to { request ->
      val q = request.query("q").orEmpty()
      val rows = jdbc.queryForList("select * from t where q = '$q'")
      Response(Status.OK).header("Content-Type", "text/html").body("<p>$q</p>")
    },
    "/f/{f}" bind Method.GET to { req: Request ->
      // ruleid: kotlin-path-traversal
      Response(Status.OK).body(File("/srv/" + req.path("f")).readText())
    },
    // ruleid: kotlin-open-redirect
    "/go" bind Method.GET to { req -> Response(Status.FOUND).header("Location", req.query("to")) }
  )
}

fun javalin(app: Javalin) {
  app.get("/x") { ctx ->
    val n = ctx.queryParam("n")
    ctx.html("<p>$n</p>")
    // ruleid: kotlin-open-redirect
    ctx.redirect(n!!)
    ScriptEngineManager().getEngineByName("kotlin").eval(ctx.body())
  }
}

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
  // ruleid: kotlin-ssrf
  suspend fun fetch(@RequestParam u: String) = web.get().uri(u).retrieve().awaitBody<String>()
  @KafkaListener(topics = ["t"])
  fun on(message: String) {
    template.execute("insert into t values ('$message')")
  }
  @GetMapping("/c")
  fun load(@RequestParam c: String): Any {
    val kind = Class.forName(c)
    return Regex(c).find("aaaa")!!
  }
}
