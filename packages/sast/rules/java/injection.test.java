package shop;
import io.javalin.Javalin;
import io.javalin.http.Context;
import java.sql.*;
import java.util.*;
import javax.ws.rs.*;
import io.vertx.ext.web.*;
import org.springframework.web.reactive.function.server.*;

class JavalinApp {
  Connection db;
  void routes(Javalin app) {
    app.get("/a/{n}", ctx -> {
      String n = ctx.pathParam("n");
      var st = db.createStatement();
      ctx.json(st.executeQuery("select * from t where n='" + n + "'"));
      ctx.html("<b>" + n + "</b>");
      ctx.redirect(ctx.queryParam("to"));
      // ruleid: java-command-injection
      Runtime.getRuntime().exec("ls " + ctx.body());
      ctx.result(new java.io.FileInputStream("/data/" + ctx.header("f")));
      ctx.result("plain " + n);
    });
    app.post("/b", this::save);
  }
  void save(Context ctx) throws Exception {
    var dto = ctx.bodyAsClass(Dto.class);
    var p = db.prepareStatement("delete from t where n=" + dto.name);
    ctx.redirect(ctx.formParam("to"));
    ctx.redirect("/done?x=" + ctx.formParam("to"));
    ctx.html("<b>" + Encode.forHtml(ctx.formParam("x")));
    var safe = db.prepareStatement("delete from t where n=?");
    // ok: java-command-injection
    new ProcessBuilder(List.of("convert", "--", ctx.formParam("x"))).start();
    // ok: java-command-injection
    Runtime.getRuntime().exec(new String[] {"ls", "--", ctx.formParam("x")});
    new java.io.ObjectInputStream(ctx.bodyInputStream()).readObject();
  }
}

class VertxApp extends AbstractVerticle {
  void start(Router router, io.vertx.sqlclient.Pool client) {
    router.get("/x").handler(ctx -> {
      String id = ctx.request().getParam("id");
      client.query("select * from t where id=" + id).execute();
      ctx.response().putHeader("content-type", "text/html").end("<h1>" + id + "</h1>");
      ctx.response().sendFile(ctx.pathParam("file"));
      ctx.redirect(ctx.queryParam("u").get(0));
      vertx.fileSystem().readFile("/d/" + id);
      ctx.response().setStatusCode(302).putHeader("Location", id).end();
      WebClient.create(vertx).getAbs(ctx.body().asString()).send();
    });
  }
  void two(RoutingContext rc) {
    JsonObject o = rc.getBodyAsJson();
    // ruleid: java-command-injection
    rc.vertx().executeBlocking(p -> new ProcessBuilder("bash", "-c", o.getString("c")).start());
    rc.vertx().fileSystem().delete(rc.request().getFormAttribute("f"));
  }
}

class HelidonS {
  void h(ServerRequest req, ServerResponse res) throws Exception {
    String n = req.path().pathParameters().get("n");
    dbClient.execute().createQuery("select " + n).execute();
    // ruleid: java-command-injection
    Runtime.getRuntime().exec(req.query().get("c"));
  }
}

@ManagedBean
class Bean {
  private String name;
  public void setName(String name) { this.name = name; }
  public String go() throws Exception {
    FacesContext.getCurrentInstance().getExternalContext().redirect(name);
    String p = FacesContext.getCurrentInstance().getExternalContext().getRequestParameterMap().get("p");
    // ruleid: java-command-injection
    Runtime.getRuntime().exec(p);
    return "x";
  }
}

class Lam implements RequestHandler<Map<String, String>, String> {
  public String handleRequest(Map<String, String> event, com.amazonaws.services.lambda.runtime.Context c) {
    // ruleid: java-command-injection
    Runtime.getRuntime().exec(event.get("cmd"));
    return "";
  }
}

class Kafka {
  @KafkaListener(topics = "t")
  public void on(String message) { jdbcTemplate.execute("insert " + message); }
  @KafkaListener(topics = "t")
  public void on2(ConsumerRecord<String, String> record) { jdbcTemplate.execute("insert " + record.value()); }
  @RabbitListener(queues = "q")
  // ruleid: java-command-injection
  public void on3(@Payload OrderMsg m, @Header("x") String h) throws Exception { Runtime.getRuntime().exec(h); }
}

class Undertow {
  void handleRequest(HttpServerExchange exchange) throws Exception {
    String v = exchange.getQueryParameters().get("x").getFirst();
    // ruleid: java-command-injection
    Runtime.getRuntime().exec("x" + v);
    exchange.getResponseSender().send("<p>" + v);
  }
}

class Netty extends SimpleChannelInboundHandler<FullHttpRequest> {
  protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest msg) throws Exception {
    QueryStringDecoder d = new QueryStringDecoder(msg.uri());
    // ruleid: java-command-injection
    Runtime.getRuntime().exec(d.parameters().get("x").get(0));
  }
}

class Scripts {
  void run(HttpServletRequest httpRequest, javax.script.ScriptEngineManager manager) throws Exception {
    String text = httpRequest.getParameter("text");
    // ruleid: java-code-injection
    manager.getEngineByName("js").eval(text);
    var parser = new SpelExpressionParser();
    // ruleid: java-code-injection
    parser.parseExpression(text).getValue();
    // ok: java-code-injection
    parser.parseExpression("#root.name").getValue(text);
    // ruleid: java-code-injection
    new GroovyClassLoader().parseClass(text);
    // ruleid: java-code-injection
    AviatorEvaluator.execute(text);
    // ruleid: java-template-injection
    handlebars.compileInline(text);
    // ok: java-template-injection
    handlebars.compileInline("Hello {{name}}").apply(text);
    // ruleid: java-template-injection
    pebble.getLiteralTemplate(text);
  }
}

@Controller
class Views {
  @GetMapping("/path")
  public String path(@RequestParam String lang) {
    // ruleid: java-template-injection
    return "user/" + lang + "/welcome";
  }
  @GetMapping("/fixed")
  public String fixed(@RequestParam String lang, Model model) {
    model.addAttribute("lang", lang);
    // ok: java-template-injection
    return "user/welcome";
  }
}
