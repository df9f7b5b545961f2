package shop;

import jakarta.jms.Message;
import jakarta.jms.ObjectMessage;
import org.springframework.web.bind.annotation.*;

@RestController
class Accounts {
  @PreAuthorize("hasRole('ADMIN')")
  @PostMapping("/rename")
  // ok: java-missing-authorization
  void rename(@RequestParam String name) {}

  @DeleteMapping("/{id}")
  // ruleid: java-missing-authorization
  void delete(@PathVariable long id) {}

  @PermitAll
  @PostMapping("/visit")
  // ok: java-missing-authorization
  void visit() {}

  @PostMapping("/login")
  // ok: java-missing-authorization
  void login() {}

  @GetMapping("/all")
  // ok: java-missing-authorization
  void all() {}
}

@RestController
@PreAuthorize("hasRole('ADMIN')")
class Admin {
  @PreAuthorize("hasRole('ROOT')")
  @PostMapping("/a")
  // ok: java-missing-authorization
  void a() {}

  @PostMapping("/b")
  // ok: java-missing-authorization
  void b() {}
}

class Queue {
  void received(Message message, ObjectMessage made, Connections factory) throws Exception {
    // ruleid: java-insecure-deserialization-message
    made.getObject();
    // ruleid: java-insecure-deserialization-message
    ((ObjectMessage) message).getObject();
    // ok: java-insecure-deserialization-message
    ((TextMessage) message).getText();
    // ruleid: java-insecure-deserialization-message
    factory.setTrustAllPackages(true);
    // ruleid: java-insecure-deserialization-trusted-packages
    props.put(JsonDeserializer.TRUSTED_PACKAGES, "*");
    // ok: java-insecure-deserialization-trusted-packages
    props.put(JsonDeserializer.TRUSTED_PACKAGES, "shop.messages");
  }
}
