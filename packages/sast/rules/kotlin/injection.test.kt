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
      // ruleid: kotlin-sql-injection
      transaction { exec("select * from t where n = '$name'") }
      // ok: kotlin-sql-injection
      transaction { exec("select * from t where id = ${name.toInt()}") }
      call.respondText("<b>$name</b>", ContentType.Text.Html)
      call.respondText("<b>${name.escapeHTML()}</b>", ContentType.Text.Html)
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
      // ruleid: kotlin-command-injection
      ProcessBuilder("bash", "-c", cmd).start()
      val dto = call.receive<Order>()
      File("/srv/${dto.file}").writeText("x")
      // ruleid: kotlin-sql-injection
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
          // ruleid: kotlin-command-injection
          Runtime.getRuntime().exec(frame.readText())
        }
      }
    }
    get("/proxy") {
      val target = call.request.queryParameters["target"]
      val text = java.net.URL(target).readText()
      call.respondHtml { body { unsafe { +call.parameters["x"]!! } } }
    }
  }
}

fun app(): HttpHandler {
  return routes(
    "/q" bind Method.GET to { request ->
      val q = request.query("q").orEmpty()
      // ruleid: kotlin-sql-injection
      val rows = jdbc.queryForList("select * from t where q = '$q'")
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
    ctx.html("<p>$n</p>")
    ctx.redirect(n!!)
    // ruleid: kotlin-code-injection
    ScriptEngineManager().getEngineByName("kotlin").eval(ctx.body())
  }
}

@RestController
class Api(val template: JdbcTemplate, val web: WebClient, val em: EntityManager) {
  @PostMapping("/o")
  fun order(form: OrderForm): String {
    // ruleid: kotlin-sql-injection
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
    // ruleid: kotlin-sql-injection
    template.execute("insert into t values ('$message')")
  }
  @GetMapping("/c")
  fun load(@RequestParam c: String): Any {
    // ruleid: kotlin-insecure-deserialization
    val kind = Class.forName(c)
    return Regex(c).find("aaaa")!!
  }
}

class Greeter : GreeterGrpcKt.GreeterCoroutineImplBase() {
  override suspend fun hello(request: HelloRequest): HelloReply {
    // ruleid: kotlin-command-injection
    Runtime.getRuntime().exec("say ${request.name}")
    return HelloReply.getDefaultInstance()
  }
}

class Function : RequestHandler<Map<String, String>, String> {
  override fun handleRequest(event: Map<String, String>, context: Context): String {
    // ruleid: kotlin-command-injection
    Runtime.getRuntime().exec("say ${event["name"]}")
    return ""
  }
}
