package shop;

import freemarker.template.Template;
import java.io.IOException;
import java.io.StringReader;
import java.util.Set;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.directory.DirContext;
import javax.script.ScriptEngine;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.xml.xpath.XPath;
import org.springframework.expression.ExpressionParser;
import org.springframework.web.bind.annotation.*;

public class Convert extends HttpServlet {
  private static final Set<String> ALLOWED = Set.of("png", "gif");
  private String last;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
    String name = request.getParameter("name");
    StringBuilder command = new StringBuilder("convert ");
    command.append(name).append(" out.png");
    // ruleid: java-command-injection
    Runtime.getRuntime().exec(command.toString());
    int size = Integer.parseInt(request.getParameter("size"));
    // ok: java-command-injection
    Runtime.getRuntime().exec("resize " + size);
    // ok: java-command-injection
    new ProcessBuilder("convert", "--", name).start();
    // ruleid: java-command-injection
    new ProcessBuilder("sh", "-c", "convert " + name).start();
    // ruleid: java-command-injection
    new ProcessBuilder(java.util.List.of("sh", "-c", name)).start();
    String[] line = {"/bin/sh", "-c", name};
    // ruleid: java-command-injection
    Runtime.getRuntime().exec(line);
    last = request.getHeader("X-Job");
    run("sh " + name);
    if (!ALLOWED.contains(name)) {
      throw new IOException("unknown");
    }
    // ok: java-command-injection
    Runtime.getRuntime().exec("to " + name);
  }

  void checked(HttpServletRequest incoming) throws IOException {
    String kind = incoming.getParameter("kind");
    if (kind.matches("[a-z]{1,9}")) {
      // ok: java-command-injection
      Runtime.getRuntime().exec("to " + kind);
    }
    // ruleid: java-command-injection
    Runtime.getRuntime().exec("to " + kind);
    // ok: java-command-injection
    Runtime.getRuntime().exec("to " + Format.valueOf(kind));
  }

  private void run(String command) throws IOException {
    // ruleid: java-command-injection
    new ProcessBuilder(command).start();
  }

  void again() throws IOException {
    // ruleid: java-command-injection
    Runtime.getRuntime().exec(last);
    // ok: java-command-injection
    Runtime.getRuntime().exec("sync");
  }
}

@RestController
class Api {
  private final ExpressionParser parser = new SpelExpressionParser();
  private final DirContext directory = null;

  @GetMapping("/sum")
  Object sum(@RequestParam String formula, @RequestParam("x") int x, ScriptEngine engine) throws Exception {
    // ruleid: java-code-injection
    engine.eval(formula);
    // ok: java-code-injection
    engine.eval("2 * " + x);
    // ruleid: java-code-injection
    return parser.parseExpression(formula).getValue();
  }

  @PostMapping("/page")
  String page(@RequestBody PageDto page, Context names, Names others) throws Exception {
    // ruleid: java-template-injection
    Template one = new Template("page", new StringReader(page.getBody()), null);
    // ok: java-template-injection
    Template two = new Template("page", new StringReader("Hello ${name}"), null);
    names.lookup(page.getSource());
    new InitialContext().lookup("java:" + page.getSource());
    new InitialContext().lookup("java:comp/env/jdbc/shop");
    others.lookup(page.getSource());
    return "page";
  }

  @PostMapping
  void login(String user, XPath path, org.w3c.dom.Document users) throws Exception {
    directory.search("ou=people", filter(user), null);
    directory.search("ou=people", "(uid={0})", new Object[] {user}, null);
    directory.search("ou=people", "(uid=" + LdapEncoder.filterEncode(user) + ")", null);
    path.evaluate("//user[name='" + user + "']", users);
    path.evaluate("//user[name=$name]", users);
  }

  private String filter(String user) {
    return "(uid=" + user + ")";
  }

  @GetMapping("/view")
  Object view(@PathVariable String name) {
    // ruleid: java-template-injection
    return new ModelAndView(name);
  }

  @GetMapping("/view/fixed")
  Object fixed(@PathVariable String name) {
    // ok: java-template-injection
    return new ModelAndView("page", "name", name);
  }
}
