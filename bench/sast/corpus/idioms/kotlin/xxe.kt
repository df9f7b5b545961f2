import jakarta.servlet.http.*
import java.io.StringReader
import javax.xml.parsers.*
import javax.xml.stream.XMLInputFactory
import org.springframework.web.bind.annotation.*
import org.xml.sax.InputSource
import org.xml.sax.helpers.DefaultHandler
//// weak
class Dom : HttpServlet() {
    override fun doPost(req: HttpServletRequest, resp: HttpServletResponse) {
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(req.inputStream)
    }
}
//// safe
class Dom : HttpServlet() {
    override fun doPost(req: HttpServletRequest, resp: HttpServletResponse) {
        val factory = DocumentBuilderFactory.newInstance()
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true)
        factory.newDocumentBuilder().parse(req.inputStream)
    }
}
//// weak
@RestController
class Sax {
    @PostMapping("/sax")
    fun sax(@RequestBody body: String) {
        val parser = SAXParserFactory.newInstance().newSAXParser()
        parser.parse(InputSource(StringReader(body)), DefaultHandler())
    }
}
//// safe
@RestController
class Sax {
    @PostMapping("/sax")
    fun sax(@RequestBody body: String) {
        val factory = SAXParserFactory.newInstance()
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true)
        factory.newSAXParser().parse(InputSource(StringReader(body)), DefaultHandler())
    }
}
//// weak
@RestController
class Stax {
    @PostMapping("/stax")
    fun stax(@RequestBody body: String): Int {
        val factory = XMLInputFactory.newInstance()
        return factory.createXMLStreamReader(StringReader(body)).next()
    }
}
//// safe
@RestController
class Stax {
    @PostMapping("/stax")
    fun stax(@RequestBody body: String): Int {
        val factory = XMLInputFactory.newInstance()
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false)
        return factory.createXMLStreamReader(StringReader(body)).next()
    }
}
//// weak
class Reader : HttpServlet() {
    override fun doPost(req: HttpServletRequest, resp: HttpServletResponse) {
        val reader = SAXParserFactory.newInstance().newSAXParser().xmlReader
        reader.parse(InputSource(req.reader))
    }
}
//// safe
class Reader : HttpServlet() {
    override fun doPost(req: HttpServletRequest, resp: HttpServletResponse) {
        val reader = SAXParserFactory.newInstance().newSAXParser().xmlReader
        reader.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true)
        reader.parse(InputSource(req.reader))
    }
}
