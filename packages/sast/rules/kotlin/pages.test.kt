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
      // ruleid: kotlin-xss
      call.respondText("<b>$name</b>", ContentType.Text.Html)
      // ok: kotlin-xss
      call.respondText("<b>${name.escapeHTML()}</b>", ContentType.Text.Html)
      // ok: kotlin-xss
      call.respondText("hello $name")
      call.respondFile(File("/data", name))
      call.respondFile(File("/data", File(name).name))
      call.respondRedirect(call.request.queryParameters["to"] ?: "/")
      client.get(call.queryParameters["u"]!!)
      client.get("https://api.example.org/x/$name")
    }
    post("/b") {
      val form = call.receiveParameters()
      val cmd = form["cmd"]
      ProcessBuilder("bash", "-c", cmd).start()
      val dto = call.receive<Order>()
      File("/srv/${dto.file}").writeText("x")
      connection.createStatement().executeQuery("select ${dto.column}")
      call.receiveMultipart().forEachPart { part ->
        if (part is PartData.FileItem) {
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
      val text = java.net.URL(target).readText()
      // ruleid: kotlin-xss
      call.respondHtml { body { unsafe { +call.parameters["x"]!! } } }
    }
  }
}

fun app(): HttpHandler {
  return routes(
    "/q" bind Method.GET to { request ->
      val q = request.query("q").orEmpty()
      val rows = jdbc.queryForList("select * from t where q = '$q'")
      // ruleid: kotlin-xss
      Response(Status.OK).header("Content-Type", "text/html").body("<p>$q</p>")
    },
    "/f/{f}" bind Method.GET to { req: Request ->
      Response(Status.OK).body(File("/srv/" + req.path("f")).readText())
    },
    "/go" bind Method.GET to { req -> Response(Status.FOUND).header("Location", req.query("to")) }
  )
}

fun javalin(app: Javalin) {
  app.get("/x") { ctx ->
    val n = ctx.queryParam("n")
    // ruleid: kotlin-xss
    ctx.html("<p>$n</p>")
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
  // ruleid: kotlin-xss
  fun page(@RequestParam q: String): String = "<p>$q</p>"
  @GetMapping("/e")
  fun echo(@RequestParam q: String): String {
    // ruleid: kotlin-xss
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
    return Regex(c).find("aaaa")!!
  }
}
