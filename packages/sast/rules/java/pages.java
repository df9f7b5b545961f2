package shop;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpRequest;
import java.util.Set;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.servlet.view.RedirectView;
import org.springframework.web.util.HtmlUtils;

@RestController
class Pages {
  private static final Set<String> HOSTS = Set.of("api.example.org");
  private final RestTemplate rest;
  private final WebClient client;

  @GetMapping("/fetch")
  String fetch(@RequestParam String url, @RequestParam String id) throws IOException {
    new URL(url).openStream();
    URL parsed = new URL(url);
    parsed.openConnection();
    rest.getForObject(url, String.class);
    client.get().uri(url).retrieve();
    HttpRequest.newBuilder().uri(URI.create("https://" + url + "/x")).build();
    rest.getForObject("https://api.example.org/goods/" + id, String.class);
    rest.getForObject("https://api.example.org/goods/{id}", String.class, id);
    ask(url);
    URI checked = URI.create(url);
    if (!HOSTS.contains(checked.getHost())) {
      throw new IOException("unknown host");
    }
    return rest.getForObject(checked, String.class);
  }

  private void ask(String address) {
    rest.exchange(address, HttpMethod.GET, null, String.class);
  }

  @GetMapping("/go")
  void go(HttpServletRequest request, HttpServletResponse response) throws IOException {
    String next = request.getParameter("next");
    response.sendRedirect(next);
    response.sendRedirect("/goods?name=" + java.net.URLEncoder.encode(next, "UTF-8"));
    response.sendRedirect("/goods?name=" + next);
    if (!next.startsWith("/")) {
      return;
    }
    response.sendRedirect(next);
  }

  @GetMapping("/view")
  Object view(@RequestParam String to) {
    if (to.isEmpty()) {
      return "redirect:" + to;
    }
    String fixed = "redirect:/goods";
    return new RedirectView(to);
  }

  @GetMapping("/hello")
  void hello(HttpServletRequest request, HttpServletResponse response) throws IOException {
    String name = request.getParameter("name");
    // ruleid: java-xss
    response.getWriter().println("<h1>Hello " + name + "</h1>");
    // ok: java-xss
    response.getWriter().println("<h1>Hello " + HtmlUtils.htmlEscape(name) + "</h1>");
    PrintWriter out = response.getWriter();
    // ruleid: java-xss
    out.printf("<p>%s</p>", name);
    // ruleid: java-xss
    out.print(title(name));
    // ok: java-xss
    out.print(Integer.parseInt(name));
  }

  private String title(String name) {
    return "<title>" + name + "</title>";
  }

  @GetMapping("/json")
  void json(HttpServletRequest request, HttpServletResponse response) throws IOException {
    response.setContentType("application/json");
    // ok: java-xss
    response.getWriter().println(request.getParameter("name"));
  }

  @GetMapping("/text")
  String text(@RequestParam String name) {
    // ruleid: java-xss
    return "<p>" + name + "</p>";
  }

  @GetMapping(value = "/plain", produces = "text/plain")
  String plain(@RequestParam String name) {
    // ok: java-xss
    return "Hello " + name;
  }
}
