package shop;

import jakarta.mail.internet.MimeMessage;
import jakarta.servlet.http.*;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.bind.annotation.*;

@RestController
class Answers {
  private static final Logger log = LoggerFactory.getLogger(Answers.class);

  @GetMapping("/answer")
  void answer(HttpServletRequest request, HttpServletResponse response, MimeMessage mail) throws Exception {
    String name = request.getParameter("name");
    // ruleid: java-http-response-splitting
    response.setHeader("X-Name", name);
    // ruleid: java-http-response-splitting
    response.addCookie(new Cookie("name", part(name)));
    // ok: java-http-response-splitting
    response.setHeader("X-Name", name.replaceAll("[\r\n]", ""));
    // ruleid: java-log-injection
    log.info("asked for {}", name);
    // ruleid: java-log-injection
    log.warn("asked for " + name);
    // ok: java-log-injection
    log.info("asked for {}", name.replaceAll("[\\r\\n]", "_"));
    // ruleid: java-trust-boundary-violation
    request.getSession().setAttribute(name, "yes");
    HttpSession session = request.getSession(true);
    // ruleid: java-trust-boundary-violation
    session.setAttribute("x-" + name, "yes");
    // ok: java-trust-boundary-violation
    session.setAttribute("name", name);
    // ruleid: java-email-header-injection
    mail.setSubject("From " + name);
    // ok: java-email-header-injection
    mail.setSubject("From a visitor");
    // ok: java-log-injection
    log.info("asked for {}", Integer.parseInt(name));
  }

  private String part(String name) {
    return name.substring(1);
  }
}
