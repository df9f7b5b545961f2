import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.web.bind.annotation.*;

@RestController
class InvoiceController {
  private final InvoiceRepository invoices;
  private final ArticleRepository articles;

  @GetMapping("/invoices/{id}")
  Invoice show(@PathVariable Long id) {
    // ruleid: java-object-of-anybody
    return invoices.findById(id).orElseThrow();
  }

  @GetMapping("/mine/{id}")
  Invoice own(@PathVariable Long id, Principal principal) {
    // ok: java-object-of-anybody
    Invoice found = invoices.findById(id).orElseThrow();
    if (!found.getOwner().equals(principal.getName())) throw new AccessDeniedException("no");
    return found;
  }

  @PreAuthorize("hasRole('OFFICE')")
  @GetMapping("/office/{id}")
  Invoice office(@PathVariable Long id) {
    // ok: java-object-of-anybody
    return invoices.findById(id).orElseThrow();
  }

  @GetMapping("/articles/{id}")
  Article article(@PathVariable Long id) {
    // ok: java-object-of-anybody
    return articles.findById(id).orElseThrow();
  }
}
