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
  private static final Set<String> PAGES = Set.of("/home", "/help");
  private final RestTemplate rest;
  private final WebClient client;

  @GetMapping("/fetch")
  String fetch(@RequestParam String url, @RequestParam String id) throws IOException {
    // ruleid: java-ssrf
    new URL(url).openStream();
    URL parsed = new URL(url);
    // ruleid: java-ssrf
    parsed.openConnection();
    // ruleid: java-ssrf
    rest.getForObject(url, String.class);
    // ruleid: java-ssrf
    client.get().uri(url).retrieve();
    // ruleid: java-ssrf
    HttpRequest.newBuilder().uri(URI.create("https://" + url + "/x")).build();
    // ok: java-ssrf
    rest.getForObject("https://api.example.org/goods/" + id, String.class);
    // ok: java-ssrf
    rest.getForObject("https://api.example.org/goods/{id}", String.class, id);
    ask(url);
    URI checked = URI.create(url);
    if (!HOSTS.contains(checked.getHost())) {
      throw new IOException("unknown host");
    }
    // ok: java-ssrf
    return rest.getForObject(checked, String.class);
  }

  private void ask(String address) {
    // ruleid: java-ssrf
    rest.exchange(address, HttpMethod.GET, null, String.class);
  }

  @GetMapping("/go")
  void go(HttpServletRequest request, HttpServletResponse response) throws IOException {
    String next = request.getParameter("next");
    // ruleid: java-open-redirect
    response.sendRedirect(next);
    // ok: java-open-redirect
    response.sendRedirect("/goods?name=" + java.net.URLEncoder.encode(next, "UTF-8"));
    // ok: java-open-redirect
    response.sendRedirect("/goods?name=" + next);
    if (!next.startsWith("/")) {
      return;
    }
    // ruleid: java-open-redirect
    response.sendRedirect(next);
    if (!PAGES.contains(next)) {
      return;
    }
    // ok: java-open-redirect
    response.sendRedirect(next);
  }

  @GetMapping("/view")
  Object view(@RequestParam String to) {
    if (to.isEmpty()) {
      // ruleid: java-open-redirect
      return "redirect:" + to;
    }
    // ok: java-open-redirect
    String fixed = "redirect:/goods";
    // ruleid: java-open-redirect
    return new RedirectView(to);
  }

  @GetMapping("/hello")
  void hello(HttpServletRequest request, HttpServletResponse response) throws IOException {
    String name = request.getParameter("name");
    response.getWriter().println("<h1>Hello " + name + "</h1>");
    response.getWriter().println("<h1>Hello " + HtmlUtils.htmlEscape(name) + "</h1>");
    PrintWriter out = response.getWriter();
    out.printf("<p>%s</p>", name);
    out.print(title(name));
    out.print(Integer.parseInt(name));
  }

  private String title(String name) {
    return "<title>" + name + "</title>";
  }

  @GetMapping("/json")
  void json(HttpServletRequest request, HttpServletResponse response) throws IOException {
    response.setContentType("application/json");
    response.getWriter().println(request.getParameter("name"));
  }

  @GetMapping("/text")
  String text(@RequestParam String name) {
    return "<p>" + name + "</p>";
  }

  @GetMapping("/plain")
  String plain(@RequestParam String name) {
    return "Hello " + name;
  }
}

@RestController
class LoosePages {
  private static final Set<String> HOSTS = Set.of("api.example.org");
  private RestTemplate rest;

  @GetMapping("/loose")
  String loose(@RequestParam String url, @RequestParam String other) throws IOException {
    if (!HOSTS.contains(URI.create(other).getHost())) {
      throw new IOException("unknown host");
    }
    // ruleid: java-ssrf
    rest.getForObject(url, String.class);
    if (HOSTS.contains(URI.create(url).getHost())) {
      throw new IOException("known host");
    }
    // ruleid: java-ssrf
    rest.getForObject(url, String.class);
    if (!url.startsWith("https://api.example.org")) {
      throw new IOException("unknown host");
    }
    // ruleid: java-ssrf
    return rest.getForObject(url, String.class);
  }
}
