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
      // ruleid: java-open-redirect
      ctx.redirect(ctx.queryParam("to"));
      Runtime.getRuntime().exec("ls " + ctx.body());
      ctx.result(new java.io.FileInputStream("/data/" + ctx.header("f")));
      ctx.result("plain " + n);
    });
    app.post("/b", this::save);
  }
  void save(Context ctx) throws Exception {
    var dto = ctx.bodyAsClass(Dto.class);
    var p = db.prepareStatement("delete from t where n=" + dto.name);
    // ruleid: java-open-redirect
    ctx.redirect(ctx.formParam("to"));
    // ok: java-open-redirect
    ctx.redirect("/done?x=" + ctx.formParam("to"));
    ctx.html("<b>" + Encode.forHtml(ctx.formParam("x")));
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
      client.query("select * from t where id=" + id).execute();
      ctx.response().putHeader("content-type", "text/html").end("<h1>" + id + "</h1>");
      ctx.response().sendFile(ctx.pathParam("file"));
      // ruleid: java-open-redirect
      ctx.redirect(ctx.queryParam("u").get(0));
      vertx.fileSystem().readFile("/d/" + id);
      // ruleid: java-open-redirect
      ctx.response().setStatusCode(302).putHeader("Location", id).end();
      // ruleid: java-ssrf
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
    em.createNativeQuery("select * from u where n='" + name + "'").getResultList();
    em.createQuery("from U where n='" + info.getQueryParameters().getFirst("x") + "'");
    // ruleid: java-open-redirect
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
    // ruleid: java-ssrf
    return c.target(u).request().get(String.class);
  }
  @GET @Path("/q/{name}")
  public List<Person> quarkus(String name) {
    return Person.list("name = '" + name + "'");
  }
}

class SparkApp {
  public static void main(String[] a) {
    get("/x", (req, res) -> {
      String q = req.queryParams("q");
      // ruleid: java-open-redirect
      res.redirect(req.params(":to"));
      return "<b>" + q + "</b>";
    });
    post("/y", (request, response) -> {
      response.body("<p>" + request.body());
      response.type("text/html");
      java.nio.file.Files.readString(java.nio.file.Path.of("/d", request.splat()[0]));
      return Jdbi.create(ds).withHandle(h -> h.createQuery("select " + request.headers("c")).list());
    });
  }
}

@Controller("/m")
class MicronautC {
  @Get("/{name}")
  public HttpResponse<?> show(String name, @QueryValue String q, HttpRequest<?> request) throws Exception {
    Class.forName(name);
    java.util.regex.Pattern.compile(q);
    Class.forName(request.getParameters().get("c"));
    // ruleid: java-open-redirect
    return HttpResponse.redirect(URI.create(q));
  }
  @Post(consumes = "multipart/form-data")
  public String up(CompletedFileUpload file) throws Exception {
    java.nio.file.Files.write(java.nio.file.Paths.get("/up/" + file.getFilename()), file.getBytes());
    return "ok";
  }
}

class PlayC extends Controller {
  public Result show(String name, Http.Request request) {
    JsonNode body = request.body().asJson();
    // ruleid: java-ssrf
    ws.url(body.get("u").asText()).get();
    Ebean.createSqlQuery("select " + name).findList();
    // ruleid: java-open-redirect
    if (name == null) return redirect(request.getQueryString("to"));
    return ok("<p>" + name + "</p>").as("text/html");
  }
}

class FluxH {
  DatabaseClient db;
  RouterFunction<ServerResponse> r() {
    return route().GET("/a", request -> {
      var id = request.pathVariable("id");
      return db.sql("select " + id).fetch().all();
    }).build();
  }
  public Mono<ServerResponse> post(ServerRequest request) {
    // ruleid: java-open-redirect
    return request.bodyToMono(String.class).flatMap(b -> ServerResponse.temporaryRedirect(URI.create(b)).build());
  }
  public Mono<ServerResponse> post2(ServerRequest request) {
    return request.formData().flatMap(f -> client.sql("delete " + f.getFirst("x")).then());
  }
}

class Act extends ActionSupport {
  private String name;
  public void setName(String name) { this.name = name; }
  public String execute() throws Exception {
    jdbc.queryForList("select " + name);
    HttpServletResponse r = ServletActionContext.getResponse();
    // ruleid: java-open-redirect
    r.sendRedirect(name);
    return SUCCESS;
  }
}

@ManagedBean
class Bean {
  private String name;
  public void setName(String name) { this.name = name; }
  public String go() throws Exception {
    // ruleid: java-open-redirect
    FacesContext.getCurrentInstance().getExternalContext().redirect(name);
    String p = FacesContext.getCurrentInstance().getExternalContext().getRequestParameterMap().get("p");
    Runtime.getRuntime().exec(p);
    return "x";
  }
}
