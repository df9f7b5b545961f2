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
    Runtime.getRuntime().exec(command.toString());
    int size = Integer.parseInt(request.getParameter("size"));
    Runtime.getRuntime().exec("resize " + size);
    new ProcessBuilder("convert", "--", name).start();
    new ProcessBuilder("sh", "-c", "convert " + name).start();
    new ProcessBuilder(java.util.List.of("sh", "-c", name)).start();
    String[] line = {"/bin/sh", "-c", name};
    Runtime.getRuntime().exec(line);
    last = request.getHeader("X-Job");
    run("sh " + name);
    if (!ALLOWED.contains(name)) {
      throw new IOException("unknown");
    }
    Runtime.getRuntime().exec("to " + name);
  }

  void checked(HttpServletRequest incoming) throws IOException {
    String kind = incoming.getParameter("kind");
    if (kind.matches("[a-z]{1,9}")) {
      Runtime.getRuntime().exec("to " + kind);
    }
    Runtime.getRuntime().exec("to " + kind);
    Runtime.getRuntime().exec("to " + Format.valueOf(kind));
  }

  private void run(String command) throws IOException {
    new ProcessBuilder(command).start();
  }

  void again() throws IOException {
    Runtime.getRuntime().exec(last);
    Runtime.getRuntime().exec("sync");
  }
}

@RestController
class Api {
  private final ExpressionParser parser = new SpelExpressionParser();
  private final DirContext directory = null;

  @GetMapping("/sum")
  Object sum(@RequestParam String formula, @RequestParam("x") int x, ScriptEngine engine) throws Exception {
    engine.eval(formula);
    engine.eval("2 * " + x);
    return parser.parseExpression(formula).getValue();
  }

  @PostMapping("/page")
  String page(@RequestBody PageDto page, Context names, Names others) throws Exception {
    Template one = new Template("page", new StringReader(page.getBody()), null);
    Template two = new Template("page", new StringReader("Hello ${name}"), null);
    // ruleid: java-jndi-injection
    names.lookup(page.getSource());
    // ruleid: java-jndi-injection
    new InitialContext().lookup("java:" + page.getSource());
    // ok: java-jndi-injection
    new InitialContext().lookup("java:comp/env/jdbc/shop");
    // ok: java-jndi-injection
    others.lookup(page.getSource());
    return "page";
  }

  @PostMapping
  void login(String user, XPath path, org.w3c.dom.Document users) throws Exception {
    // ruleid: java-ldap-injection
    directory.search("ou=people", filter(user), null);
    // ok: java-ldap-injection
    directory.search("ou=people", "(uid={0})", new Object[] {user}, null);
    // ok: java-ldap-injection
    directory.search("ou=people", "(uid=" + LdapEncoder.filterEncode(user) + ")", null);
    // ruleid: java-xpath-injection
    path.evaluate("//user[name='" + user + "']", users);
    // ok: java-xpath-injection
    path.evaluate("//user[name=$name]", users);
  }

  private String filter(String user) {
    return "(uid=" + user + ")";
  }

  @GetMapping("/view")
  Object view(@PathVariable String name) {
    return new ModelAndView(name);
  }

  @GetMapping("/view/fixed")
  Object fixed(@PathVariable String name) {
    return new ModelAndView("page", "name", name);
  }
}
