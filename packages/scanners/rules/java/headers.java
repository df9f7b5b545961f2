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
    // ruleid: java-request-to-header
    response.setHeader("X-Name", name);
    // ruleid: java-request-to-header
    response.addCookie(new Cookie("name", part(name)));
    // ok: java-request-to-header
    response.setHeader("X-Name", name.replaceAll("[\r\n]", ""));
    // ruleid: java-request-to-log
    log.info("asked for {}", name);
    // ruleid: java-request-to-log
    log.warn("asked for " + name);
    // ok: java-request-to-log
    log.info("asked for {}", name.replaceAll("[\\r\\n]", "_"));
    // ruleid: java-request-to-session
    request.getSession().setAttribute(name, "yes");
    HttpSession session = request.getSession(true);
    // ruleid: java-request-to-session
    session.setAttribute("x-" + name, "yes");
    // ok: java-request-to-session
    session.setAttribute("name", name);
    // ruleid: java-request-to-mail
    mail.setSubject("From " + name);
    // ok: java-request-to-mail
    mail.setSubject("From a visitor");
    // ok: java-request-to-log
    log.info("asked for {}", Integer.parseInt(name));
  }

  private String part(String name) {
    return name.substring(1);
  }
}
