import jakarta.servlet.http.*;
import java.io.*;
import java.net.*;
import java.net.http.*;
import java.util.*;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.reactive.function.client.WebClient;

@RestController
class Proxies {
  RestTemplate restTemplate = new RestTemplate();
//// weak
  void proxy(HttpServletRequest req, HttpServletResponse resp) throws IOException {
    URL url = new URL(req.getParameter("url"));
    url.openStream().transferTo(resp.getOutputStream());
  }
//// safe
  void proxy(HttpServletRequest req, HttpServletResponse resp) throws IOException {
    URL url = new URL("https://api.example.com/items?u=" + URLEncoder.encode(req.getParameter("url"), "UTF-8"));
    url.openStream().transferTo(resp.getOutputStream());
  }
//// weak
  @GetMapping("/preview")
  String preview(@RequestParam String url) {
    return restTemplate.getForObject(url, String.class);
  }
//// safe
  @GetMapping("/preview")
  String preview(@RequestParam String id) {
    return restTemplate.getForObject("https://api.example.com/items/{id}", String.class, id);
  }
//// weak
  @GetMapping("/status")
  String status(@RequestParam String host) throws Exception {
    HttpClient client = HttpClient.newHttpClient();
    HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + host + "/health")).build();
    return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
  }
//// safe
  @GetMapping("/status")
  String status(@RequestParam String host) throws Exception {
    if (!Set.of("a.internal", "b.internal").contains(host)) throw new IllegalArgumentException("host");
    HttpClient client = HttpClient.newHttpClient();
    HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + host + "/health")).build();
    return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
  }
//// weak
  @PostMapping("/hook")
  String hook(@RequestBody Map<String, String> body) {
    return WebClient.create().get().uri(body.get("callback")).retrieve().bodyToMono(String.class).block();
  }
//// safe
  @PostMapping("/hook")
  String hook(@RequestBody Map<String, String> body) {
    return WebClient.create("https://hooks.example.com").get().uri("/done").retrieve().bodyToMono(String.class).block();
  }
//// end
}
