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
    // ruleid: java-xxe-document-builder
    DocumentBuilder builder = factory.newDocumentBuilder();
    builder.parse(in);
    // ruleid: java-xxe-document-builder
    DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(in);
    make(DocumentBuilderFactory.newInstance());
  }

  private void make(DocumentBuilderFactory given) throws Exception {
    // ruleid: java-xxe-document-builder
    given.newDocumentBuilder();
  }

  void closed(InputStream in) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    // ok: java-xxe-document-builder
    factory.newDocumentBuilder().parse(in);
  }

  private static final String NO_DTD = "http://apache.org/xml/features/disallow-doctype-decl";

  void byConstant(InputStream in) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature(NO_DTD, true);
    // ok: java-xxe-document-builder
    factory.newDocumentBuilder().parse(in);
  }

  void closedElsewhere(InputStream in) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    harden(factory);
    // todook: java-xxe-document-builder
    factory.newDocumentBuilder().parse(in);
  }

  private void harden(DocumentBuilderFactory factory) throws Exception {
    factory.setFeature("http://xml.org/sax/features/external-general-entities", false);
  }

  void sax(InputStream in) throws Exception {
    SAXParserFactory factory = SAXParserFactory.newInstance();
    SAXParser parser = factory.newSAXParser();
    // ruleid: java-xxe-sax-parser
    parser.parse(in, handler);
    XMLReader reader = XMLReaderFactory.createXMLReader();
    // ruleid: java-xxe-sax-parser
    reader.parse(new InputSource(in));
    XMLReader safe = XMLReaderFactory.createXMLReader();
    safe.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    // ok: java-xxe-sax-parser
    safe.parse(new InputSource(in));
    SAXParserFactory closed = SAXParserFactory.newInstance();
    closed.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
    SAXParser second = closed.newSAXParser();
    // ok: java-xxe-sax-parser
    second.parse(in, handler);
  }

  void stream(InputStream in) throws Exception {
    XMLInputFactory factory = XMLInputFactory.newInstance();
    // ruleid: java-xxe-stax
    factory.createXMLStreamReader(in);
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    // ok: java-xxe-stax
    factory.createXMLEventReader(in);
  }

  void transform(Source source, Source style) throws Exception {
    TransformerFactory factory = TransformerFactory.newInstance();
    // ruleid: java-xxe-transformer
    factory.newTransformer(style);
    // ok: java-xxe-transformer
    factory.newTransformer();
    factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
    // ok: java-xxe-transformer
    factory.newTransformer(style);
    SchemaFactory schemas = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI);
    // ruleid: java-xxe-transformer
    schemas.newSchema(source);
    schemas.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
    // ok: java-xxe-transformer
    schemas.newSchema(source);
  }

  Object read(HttpServletRequest request, Unmarshaller unmarshaller, XMLStreamReader reader) throws Exception {
    String text = request.getParameter("order");
    // ruleid: java-xxe
    unmarshaller.unmarshal(new StringReader(text));
    // ok: java-xxe
    unmarshaller.unmarshal(new StringReader("<order/>"));
    // ok: java-xxe
    return unmarshaller.unmarshal(reader);
  }
}
