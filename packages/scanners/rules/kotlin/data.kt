package shop
import java.util.zip.ZipInputStream

@RestController
class Data(val ldapTemplate: LdapTemplate) {
  @GetMapping("/d")
  fun find(@RequestParam name: String, doc: Document): Any {
    // ruleid: kotlin-request-to-regex
    Regex(name)
    // ok: kotlin-request-to-regex
    Regex(Regex.escape(name))
    // ruleid: kotlin-request-to-regex
    name.toRegex()
    // ruleid: kotlin-request-to-ldap
    ldapTemplate.search("ou=people", "(uid=$name)", mapper)
    // ok: kotlin-request-to-ldap
    ldapTemplate.search("ou=people", "(uid=${LdapEncoder.filterEncode(name)})", mapper)
    // ruleid: kotlin-request-to-xpath
    XPathFactory.newInstance().newXPath().evaluate("//u[n='$name']", doc)
    // ok: kotlin-request-to-xpath
    XPathFactory.newInstance().newXPath().evaluate("//u", doc)
    // ruleid: kotlin-request-to-log
    log.info("asked for $name")
    // ruleid: kotlin-request-to-log
    logger.info { "asked for $name" }
    // ok: kotlin-request-to-log
    log.info("asked for {}", name.replace("\n", "_"))
    // ok: kotlin-request-to-log
    log.info("asked for " + name.replace(Regex("[\\r\\n]"), "_"))
    // ruleid: kotlin-request-to-log
    log.info("asked for " + name.replace("@", " at "))
    return helper(name)
  }

  // ruleid: kotlin-request-to-regex
  private fun helper(text: String): Pattern = Pattern.compile(text)
}

class Archives {
  fun unpack(input: ZipInputStream, folder: File) {
    var entry = input.nextEntry
    while (entry != null) {
      val target = File(folder, entry.name)
      // ruleid: kotlin-archive-entry-to-path
      target.outputStream().use { input.copyTo(it) }
      entry = input.nextEntry
    }
  }

  fun checked(input: ZipInputStream, folder: File) {
    val entry = input.nextEntry
    val target = File(folder, entry.name)
    require(target.canonicalPath.startsWith(folder.canonicalPath + File.separator))
    // ok: kotlin-archive-entry-to-path
    target.outputStream().use { input.copyTo(it) }
  }

  fun xml(): Any {
    val plain = DocumentBuilderFactory.newInstance()
    // ruleid: kotlin-xml-entities
    plain.newDocumentBuilder()
    val closed = DocumentBuilderFactory.newInstance()
    closed.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true)
    // ok: kotlin-xml-entities
    return closed.newDocumentBuilder()
  }
}

fun loose(input: ZipInputStream, folder: File) {
  val entry = input.nextEntry
  val target = File(folder, entry.name)
  require(target.canonicalPath.startsWith(folder.canonicalPath))
  // ruleid: kotlin-archive-entry-to-path
  target.outputStream().use { input.copyTo(it) }
}
