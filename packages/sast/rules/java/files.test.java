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
      Runtime.getRuntime().exec("ls " + ctx.body());
      // ruleid: java-path-traversal
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
      // ruleid: java-path-traversal
      ctx.response().sendFile(ctx.pathParam("file"));
      ctx.redirect(ctx.queryParam("u").get(0));
      // ruleid: java-path-traversal
      vertx.fileSystem().readFile("/d/" + id);
      ctx.response().setStatusCode(302).putHeader("Location", id).end();
      WebClient.create(vertx).getAbs(ctx.body().asString()).send();
    });
  }
  void two(RoutingContext rc) {
    JsonObject o = rc.getBodyAsJson();
    rc.vertx().executeBlocking(p -> new ProcessBuilder("bash", "-c", o.getString("c")).start());
    // ruleid: java-path-traversal
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
      // ok: java-path-traversal
      return Response.ok(new File("/data", Path.of(f.getName()).getFileName().toString())).build();
    }
    // ruleid: java-path-traversal
    return Response.ok(file).build();
  }
  @GET
  public String client(@QueryParam("u") String u) {
    Client c = ClientBuilder.newClient();
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
      res.redirect(req.params(":to"));
      return "<b>" + q + "</b>";
    });
    post("/y", (request, response) -> {
      response.body("<p>" + request.body());
      response.type("text/html");
      // ruleid: java-path-traversal
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
    return HttpResponse.redirect(URI.create(q));
  }
  @Post(consumes = "multipart/form-data")
  public String up(CompletedFileUpload file) throws Exception {
    // ruleid: java-path-traversal, java-unrestricted-upload
    java.nio.file.Files.write(java.nio.file.Paths.get("/up/" + file.getFilename()), file.getBytes());
    return "ok";
  }
}
