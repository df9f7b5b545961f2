package shop;

import jakarta.jms.Message;
import jakarta.jms.ObjectMessage;
import org.springframework.web.bind.annotation.*;

@RestController
class Accounts {
  @PreAuthorize("hasRole('ADMIN')")
  @PostMapping("/rename")
  // ok: java-route-without-check
  void rename(@RequestParam String name) {}

  @DeleteMapping("/{id}")
  // ruleid: java-route-without-check
  void delete(@PathVariable long id) {}

  @PermitAll
  @PostMapping("/visit")
  // ok: java-route-without-check
  void visit() {}

  @PostMapping("/login")
  // ok: java-route-without-check
  void login() {}

  @GetMapping("/all")
  // ok: java-route-without-check
  void all() {}
}

@RestController
@PreAuthorize("hasRole('ADMIN')")
class Admin {
  @PreAuthorize("hasRole('ROOT')")
  @PostMapping("/a")
  // ok: java-route-without-check
  void a() {}

  @PostMapping("/b")
  // ok: java-route-without-check
  void b() {}
}

class Queue {
  void received(Message message, ObjectMessage made, Connections factory) throws Exception {
    // ruleid: java-object-of-message
    made.getObject();
    // ruleid: java-object-of-message
    ((ObjectMessage) message).getObject();
    // ok: java-object-of-message
    ((TextMessage) message).getText();
    // ruleid: java-object-of-message
    factory.setTrustAllPackages(true);
    // ruleid: java-messages-name-any-class
    props.put(JsonDeserializer.TRUSTED_PACKAGES, "*");
    // ok: java-messages-name-any-class
    props.put(JsonDeserializer.TRUSTED_PACKAGES, "shop.messages");
  }
}
