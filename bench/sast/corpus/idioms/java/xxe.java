import jakarta.servlet.http.*;
import java.io.*;
import javax.xml.XMLConstants;
import javax.xml.parsers.*;
import javax.xml.stream.*;
import org.springframework.web.bind.annotation.*;
import org.xml.sax.*;
import org.xml.sax.helpers.DefaultHandler;

@RestController
class Imports {
//// weak
  Object dom(HttpServletRequest request) throws Exception {
    DocumentBuilder builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
    return builder.parse(request.getInputStream());
  }
//// safe
  Object dom(HttpServletRequest request) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    return factory.newDocumentBuilder().parse(request.getInputStream());
  }
//// weak
  @PostMapping("/sax")
  void sax(@RequestBody String body) throws Exception {
    SAXParserFactory factory = SAXParserFactory.newInstance();
    factory.newSAXParser().parse(new InputSource(new StringReader(body)), new DefaultHandler());
  }
//// safe
  @PostMapping("/sax")
  void sax(@RequestBody String body) throws Exception {
    SAXParserFactory factory = SAXParserFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    factory.newSAXParser().parse(new InputSource(new StringReader(body)), new DefaultHandler());
  }
//// weak
  @PostMapping("/stax")
  Object stax(@RequestBody String body) throws Exception {
    XMLInputFactory factory = XMLInputFactory.newInstance();
    XMLStreamReader reader = factory.createXMLStreamReader(new StringReader(body));
    return reader.next();
  }
//// safe
  @PostMapping("/stax")
  Object stax(@RequestBody String body) throws Exception {
    XMLInputFactory factory = XMLInputFactory.newInstance();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty("javax.xml.stream.isSupportingExternalEntities", false);
    XMLStreamReader reader = factory.createXMLStreamReader(new StringReader(body));
    return reader.next();
  }
//// weak
  @PostMapping("/reader")
  void reader(HttpServletRequest request) throws Exception {
    XMLReader reader = SAXParserFactory.newInstance().newSAXParser().getXMLReader();
    reader.parse(new InputSource(request.getReader()));
  }
//// safe
  @PostMapping("/reader")
  void reader(HttpServletRequest request) throws Exception {
    XMLReader reader = SAXParserFactory.newInstance().newSAXParser().getXMLReader();
    reader.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    reader.parse(new InputSource(request.getReader()));
  }
//// end
}
