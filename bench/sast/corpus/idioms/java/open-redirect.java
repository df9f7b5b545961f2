import jakarta.servlet.http.*;
import java.io.*;
import java.net.URI;
import java.util.Set;
import org.springframework.http.*;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.view.RedirectView;

@Controller
class Redirects {
//// weak
  void go(HttpServletRequest request, HttpServletResponse response) throws IOException {
    response.sendRedirect(request.getParameter("url"));
  }
//// safe
  void go(HttpServletRequest request, HttpServletResponse response) throws IOException {
    response.sendRedirect(request.getContextPath() + "/home");
  }
//// weak
  @GetMapping("/login")
  String login(@RequestParam String next) {
    return "redirect:" + next;
  }
//// safe
  @GetMapping("/login")
  String login(@RequestParam String next) {
    return "redirect:" + (Set.of("/home", "/account").contains(next) ? next : "/home");
  }
//// weak
  @GetMapping("/out")
  RedirectView out(@RequestParam("to") String to) {
    return new RedirectView(to);
  }
//// safe
  @GetMapping("/out")
  RedirectView out(@RequestParam("to") int to) {
    return new RedirectView("/pages/" + to);
  }
//// weak
  @GetMapping("/leave")
  ResponseEntity<Void> leave(@RequestParam String target) {
    return ResponseEntity.status(HttpStatus.FOUND).location(URI.create(target)).build();
  }
//// safe
  @GetMapping("/leave")
  ResponseEntity<Void> leave() {
    return ResponseEntity.status(HttpStatus.FOUND).location(URI.create("/bye")).build();
  }
//// end
}
