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
      // ruleid: kotlin-sql-injection-string-concatenation
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
      call.respondHtml { body { unsafe { +call.parameters["x"]!! } } }
    }
  }
}
