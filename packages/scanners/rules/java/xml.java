package shop;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.xml.bind.Unmarshaller;
import java.io.InputStream;
import java.io.StringReader;
import javax.xml.XMLConstants;
import javax.xml.parsers.*;
import javax.xml.stream.*;
import javax.xml.transform.*;
import javax.xml.validation.*;
import org.xml.sax.XMLReader;
import org.xml.sax.helpers.XMLReaderFactory;

class Documents {
  void plain(InputStream in) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    // ruleid: java-xml-document-entities
    DocumentBuilder builder = factory.newDocumentBuilder();
    builder.parse(in);
    // ruleid: java-xml-document-entities
    DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(in);
    make(DocumentBuilderFactory.newInstance());
  }

  private void make(DocumentBuilderFactory given) throws Exception {
    // ruleid: java-xml-document-entities
    given.newDocumentBuilder();
  }

  void closed(InputStream in) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    // ok: java-xml-document-entities
    factory.newDocumentBuilder().parse(in);
  }

  private static final String NO_DTD = "http://apache.org/xml/features/disallow-doctype-decl";

  void byConstant(InputStream in) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature(NO_DTD, true);
    // ok: java-xml-document-entities
    factory.newDocumentBuilder().parse(in);
  }

  void closedElsewhere(InputStream in) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    harden(factory);
    // todook: java-xml-document-entities
    factory.newDocumentBuilder().parse(in);
  }

  private void harden(DocumentBuilderFactory factory) throws Exception {
    factory.setFeature("http://xml.org/sax/features/external-general-entities", false);
  }

  void sax(InputStream in) throws Exception {
    SAXParserFactory factory = SAXParserFactory.newInstance();
    SAXParser parser = factory.newSAXParser();
    // ruleid: java-xml-sax-entities
    parser.parse(in, handler);
    XMLReader reader = XMLReaderFactory.createXMLReader();
    // ruleid: java-xml-sax-entities
    reader.parse(new InputSource(in));
    XMLReader safe = XMLReaderFactory.createXMLReader();
    safe.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    // ok: java-xml-sax-entities
    safe.parse(new InputSource(in));
    SAXParserFactory closed = SAXParserFactory.newInstance();
    closed.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
    SAXParser second = closed.newSAXParser();
    // ok: java-xml-sax-entities
    second.parse(in, handler);
  }

  void stream(InputStream in) throws Exception {
    XMLInputFactory factory = XMLInputFactory.newInstance();
    // ruleid: java-xml-stream-entities
    factory.createXMLStreamReader(in);
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    // ok: java-xml-stream-entities
    factory.createXMLEventReader(in);
  }

  void transform(Source source, Source style) throws Exception {
    TransformerFactory factory = TransformerFactory.newInstance();
    // ruleid: java-xml-transformer-entities
    factory.newTransformer(style);
    // ok: java-xml-transformer-entities
    factory.newTransformer();
    factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
    // ok: java-xml-transformer-entities
    factory.newTransformer(style);
    SchemaFactory schemas = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI);
    // ruleid: java-xml-transformer-entities
    schemas.newSchema(source);
    schemas.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
    // ok: java-xml-transformer-entities
    schemas.newSchema(source);
  }

  Object read(HttpServletRequest request, Unmarshaller unmarshaller, XMLStreamReader reader) throws Exception {
    String text = request.getParameter("order");
    // ruleid: java-request-to-xml
    unmarshaller.unmarshal(new StringReader(text));
    // ok: java-request-to-xml
    unmarshaller.unmarshal(new StringReader("<order/>"));
    // ok: java-request-to-xml
    return unmarshaller.unmarshal(reader);
  }
}
