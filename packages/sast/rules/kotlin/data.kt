package shop
import java.util.zip.ZipInputStream

@RestController
class Data(val ldapTemplate: LdapTemplate) {
  @GetMapping("/d")
  fun find(@RequestParam name: String, doc: Document): Any {
    // ruleid: kotlin-regex-injection
    Regex(name)
    // ok: kotlin-regex-injection
    Regex(Regex.escape(name))
    // ruleid: kotlin-regex-injection
    name.toRegex()
    // ruleid: kotlin-ldap-injection
    ldapTemplate.search("ou=people", "(uid=$name)", mapper)
    // ok: kotlin-ldap-injection
    ldapTemplate.search("ou=people", "(uid=${LdapEncoder.filterEncode(name)})", mapper)
    // ruleid: kotlin-xpath-injection
    XPathFactory.newInstance().newXPath().evaluate("//u[n='$name']", doc)
    // ok: kotlin-xpath-injection
    XPathFactory.newInstance().newXPath().evaluate("//u", doc)
    // ruleid: kotlin-log-injection
    log.info("asked for $name")
    // ruleid: kotlin-log-injection
    logger.info { "asked for $name" }
    // ok: kotlin-log-injection
    log.info("asked for {}", name.replace("\n", "_"))
    // ok: kotlin-log-injection
    log.info("asked for " + name.replace(Regex("[\\r\\n]"), "_"))
    // ruleid: kotlin-log-injection
    log.info("asked for " + name.replace("@", " at "))
    return helper(name)
  }

  // ruleid: kotlin-regex-injection
  private fun helper(text: String): Pattern = Pattern.compile(text)
}

class Archives {
  fun unpack(input: ZipInputStream, folder: File) {
    var entry = input.nextEntry
    while (entry != null) {
      val target = File(folder, entry.name)
      // ruleid: kotlin-path-traversal-zip-slip
      target.outputStream().use { input.copyTo(it) }
      entry = input.nextEntry
    }
  }

  fun checked(input: ZipInputStream, folder: File) {
    val entry = input.nextEntry
    val target = File(folder, entry.name)
    require(target.canonicalPath.startsWith(folder.canonicalPath + File.separator))
    // ok: kotlin-path-traversal-zip-slip
    target.outputStream().use { input.copyTo(it) }
  }

  fun xml(): Any {
    val plain = DocumentBuilderFactory.newInstance()
    // ruleid: kotlin-xxe
    plain.newDocumentBuilder()
    val closed = DocumentBuilderFactory.newInstance()
    closed.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true)
    // ok: kotlin-xxe
    return closed.newDocumentBuilder()
  }
}

fun loose(input: ZipInputStream, folder: File) {
  val entry = input.nextEntry
  val target = File(folder, entry.name)
  require(target.canonicalPath.startsWith(folder.canonicalPath))
  // ruleid: kotlin-path-traversal-zip-slip
  target.outputStream().use { input.copyTo(it) }
}
