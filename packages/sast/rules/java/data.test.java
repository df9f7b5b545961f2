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
    // ruleid: java-insecure-deserialization
    new java.io.ObjectInputStream(ctx.bodyInputStream()).readObject();
  }
}

@Controller("/m")
class MicronautC {
  @Get("/{name}")
  public HttpResponse<?> show(String name, @QueryValue String q, HttpRequest<?> request) throws Exception {
    // ruleid: java-unsafe-reflection
    Class.forName(name);
    // ruleid: java-regex-injection
    java.util.regex.Pattern.compile(q);
    // ruleid: java-unsafe-reflection
    Class.forName(request.getParameters().get("c"));
    return HttpResponse.redirect(URI.create(q));
  }
  @Post(consumes = "multipart/form-data")
  public String up(CompletedFileUpload file) throws Exception {
    java.nio.file.Files.write(java.nio.file.Paths.get("/up/" + file.getFilename()), file.getBytes());
    return "ok";
  }
}
