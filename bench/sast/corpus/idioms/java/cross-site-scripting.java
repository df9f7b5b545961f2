import jakarta.servlet.http.*;
import java.io.*;
import org.owasp.encoder.Encode;
import org.springframework.http.*;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.util.HtmlUtils;

@Controller
class Pages {
//// weak
  void hello(HttpServletRequest request, HttpServletResponse response) throws IOException {
    response.setContentType("text/html");
    response.getWriter().println("<h1>Hello " + request.getParameter("name") + "</h1>");
  }
//// safe
  void hello(HttpServletRequest request, HttpServletResponse response) throws IOException {
    response.setContentType("text/html");
    response.getWriter().println("<h1>Hello " + Encode.forHtml(request.getParameter("name")) + "</h1>");
  }
//// weak
  @GetMapping(value = "/page", produces = MediaType.TEXT_HTML_VALUE)
  @ResponseBody
  String page(@RequestParam String title) {
    return "<title>" + title + "</title>";
  }
//// safe
  @GetMapping(value = "/page", produces = MediaType.TEXT_HTML_VALUE)
  @ResponseBody
  String page(@RequestParam String title) {
    return "<title>" + HtmlUtils.htmlEscape(title) + "</title>";
  }
//// weak
  void search(HttpServletRequest req, HttpServletResponse resp) throws IOException {
    resp.setContentType("text/html");
    PrintWriter out = resp.getWriter();
    String q = req.getParameter("q");
    out.printf("<p>Results for %s</p>", q);
  }
//// safe
  void search(HttpServletRequest req, HttpServletResponse resp) throws IOException {
    resp.setContentType("text/html");
    PrintWriter out = resp.getWriter();
    int page = Integer.parseInt(req.getParameter("page"));
    out.printf("<p>Page %d</p>", page);
  }
//// weak
  @GetMapping("/badge/{label}")
  ResponseEntity<String> badge(@PathVariable String label) {
    return ResponseEntity.ok().contentType(MediaType.TEXT_HTML).body("<b>" + label + "</b>");
  }
//// safe
  @GetMapping("/badge/{label}")
  ResponseEntity<String> badge(@PathVariable String label) {
    return ResponseEntity.ok().contentType(MediaType.TEXT_PLAIN).body("Badge " + label);
  }
//// end
}
