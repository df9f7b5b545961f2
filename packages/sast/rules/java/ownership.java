import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.web.bind.annotation.*;

@RestController
class InvoiceController {
  private final InvoiceRepository invoices;
  private final ArticleRepository articles;

  @GetMapping("/invoices/{id}")
  Invoice show(@PathVariable Long id) {
    // ruleid: java-idor
    return invoices.findById(id).orElseThrow();
  }

  @GetMapping("/mine/{id}")
  Invoice own(@PathVariable Long id, Principal principal) {
    // ok: java-idor
    Invoice found = invoices.findById(id).orElseThrow();
    if (!found.getOwner().equals(principal.getName())) throw new AccessDeniedException("no");
    return found;
  }

  @PreAuthorize("hasRole('OFFICE')")
  @GetMapping("/office/{id}")
  Invoice office(@PathVariable Long id) {
    // ok: java-idor
    return invoices.findById(id).orElseThrow();
  }

  @GetMapping("/articles/{id}")
  Article article(@PathVariable Long id) {
    // ok: java-idor
    return articles.findById(id).orElseThrow();
  }
}
