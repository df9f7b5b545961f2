import org.springframework.web.bind.annotation.*
import org.springframework.web.client.RestTemplate

@RestController
class Status(private val x: RestTemplate, private val cache: Cache) {
  @GetMapping("/a")
  // ruleid: kotlin-ssrf
  fun a(@RequestParam u: String): String = x.getForObject(u, String::class.java)
  @GetMapping("/b")
  // ok: kotlin-ssrf
  fun b(@RequestParam u: String): String = cache.put(u, "")
}
