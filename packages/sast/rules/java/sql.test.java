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
      // ruleid: java-sql-injection
      ctx.json(st.executeQuery("select * from t where n='" + n + "'"));
      ctx.html("<b>" + n + "</b>");
      ctx.redirect(ctx.queryParam("to"));
      Runtime.getRuntime().exec("ls " + ctx.body());
      ctx.result(new java.io.FileInputStream("/data/" + ctx.header("f")));
      ctx.result("plain " + n);
    });
    app.post("/b", this::save);
  }
  void save(Context ctx) throws Exception {
    var dto = ctx.bodyAsClass(Dto.class);
    // ruleid: java-sql-injection
    var p = db.prepareStatement("delete from t where n=" + dto.name);
    ctx.redirect(ctx.formParam("to"));
    ctx.redirect("/done?x=" + ctx.formParam("to"));
    ctx.html("<b>" + Encode.forHtml(ctx.formParam("x")));
    // ok: java-sql-injection
    var safe = db.prepareStatement("delete from t where n=?");
    new ProcessBuilder(List.of("convert", "--", ctx.formParam("x"))).start();
    Runtime.getRuntime().exec(new String[] {"ls", "--", ctx.formParam("x")});
    new java.io.ObjectInputStream(ctx.bodyInputStream()).readObject();
  }
}

class VertxApp extends AbstractVerticle {
  void start(Router router, io.vertx.sqlclient.Pool client) {
    router.get("/x").handler(ctx -> {
      String id = ctx.request().getParam("id");
      // ruleid: java-sql-injection
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
    rc.vertx().executeBlocking(p -> new ProcessBuilder("bash", "-c", o.getString("c")).start());
    rc.vertx().fileSystem().delete(rc.request().getFormAttribute("f"));
  }
}

@Path("/res")
class Res {
  @PersistenceContext EntityManager em;
  @GET @Path("{name}")
  public Response get(@PathParam("name") String name, @Context UriInfo info) {
    // ruleid: java-sql-injection
    em.createNativeQuery("select * from u where n='" + name + "'").getResultList();
    // ruleid: java-sql-injection-jpql
    em.createQuery("from U where n='" + info.getQueryParameters().getFirst("x") + "'");
    return Response.seeOther(URI.create(name)).build();
  }
  @GET @Produces(MediaType.TEXT_HTML)
  public String page(@QueryParam("q") String q) {
    return "<p>" + q + "</p>";
  }
  @POST @Produces("text/html")
  public Response page2(@FormParam("q") String q) {
    return Response.ok("<p>" + q).build();
  }
  @GET
  public Response dl(@BeanParam Filter f) throws Exception {
    java.io.File file = new java.io.File("/data", f.getName());
    if (f.isSmall()) {
      return Response.ok(new File("/data", Path.of(f.getName()).getFileName().toString())).build();
    }
    return Response.ok(file).build();
  }
  @GET
  public String client(@QueryParam("u") String u) {
    Client c = ClientBuilder.newClient();
    return c.target(u).request().get(String.class);
  }
  @GET @Path("/q/{name}")
  public List<Person> quarkus(String name) {
    // ruleid: java-sql-injection-jpql
    return Person.list("name = '" + name + "'");
  }
}

class SparkApp {
  public static void main(String[] a) {
    get("/x", (req, res) -> {
      String q = req.queryParams("q");
      res.redirect(req.params(":to"));
      return "<b>" + q + "</b>";
    });
    post("/y", (request, response) -> {
      response.body("<p>" + request.body());
      response.type("text/html");
      java.nio.file.Files.readString(java.nio.file.Path.of("/d", request.splat()[0]));
      // ruleid: java-sql-injection
      return Jdbi.create(ds).withHandle(h -> h.createQuery("select " + request.headers("c")).list());
    });
  }
}

class PlayC extends Controller {
  public Result show(String name, Http.Request request) {
    JsonNode body = request.body().asJson();
    ws.url(body.get("u").asText()).get();
    // ruleid: java-sql-injection
    Ebean.createSqlQuery("select " + name).findList();
    if (name == null) return redirect(request.getQueryString("to"));
    return ok("<p>" + name + "</p>").as("text/html");
  }
}

class HelidonS {
  void h(ServerRequest req, ServerResponse res) throws Exception {
    String n = req.path().pathParameters().get("n");
    // ruleid: java-sql-injection
    dbClient.execute().createQuery("select " + n).execute();
    Runtime.getRuntime().exec(req.query().get("c"));
  }
}

class FluxH {
  DatabaseClient db;
  RouterFunction<ServerResponse> r() {
    return route().GET("/a", request -> {
      var id = request.pathVariable("id");
      // ruleid: java-sql-injection
      return db.sql("select " + id).fetch().all();
    }).build();
  }
  public Mono<ServerResponse> post(ServerRequest request) {
    return request.bodyToMono(String.class).flatMap(b -> ServerResponse.temporaryRedirect(URI.create(b)).build());
  }
  public Mono<ServerResponse> post2(ServerRequest request) {
    // ruleid: java-sql-injection
    return request.formData().flatMap(f -> client.sql("delete " + f.getFirst("x")).then());
  }
}

class Act extends ActionSupport {
  private String name;
  public void setName(String name) { this.name = name; }
  public String execute() throws Exception {
    // ruleid: java-sql-injection
    jdbc.queryForList("select " + name);
    HttpServletResponse r = ServletActionContext.getResponse();
    r.sendRedirect(name);
    return SUCCESS;
  }
}

class Lam2 implements RequestHandler<APIGatewayProxyRequestEvent, APIGatewayProxyResponseEvent> {
  public APIGatewayProxyResponseEvent handleRequest(APIGatewayProxyRequestEvent in, Context c) {
    s3.getObject("b", in.getPathParameters().get("k"));
    // ruleid: java-sql-injection
    return st.executeQuery("select " + in.getBody());
  }
}

class Grpc extends GreeterGrpc.GreeterImplBase {
  public void hello(HelloRequest req, StreamObserver<HelloReply> out) {
    // ruleid: java-sql-injection
    jdbc.update("delete from t where n=" + req.getName());
    out.onCompleted();
  }
}

class Kafka {
  @KafkaListener(topics = "t")
  // ruleid: java-sql-injection
  public void on(String message) { jdbcTemplate.execute("insert " + message); }
  @KafkaListener(topics = "t")
  // ruleid: java-sql-injection
  public void on2(ConsumerRecord<String, String> record) { jdbcTemplate.execute("insert " + record.value()); }
  @RabbitListener(queues = "q")
  public void on3(@Payload OrderMsg m, @Header("x") String h) throws Exception { Runtime.getRuntime().exec(h); }
}
