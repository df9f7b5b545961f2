package com.example.exchange;

import java.io.InputStream;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.springframework.web.bind.annotation.*;
import org.w3c.dom.Document;

@RestController
public class QuoteController {
    @PostMapping(path = "/quotes", consumes = "application/xml")
    public int quotes(InputStream body) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        factory.setValidating(false);
        DocumentBuilder builder = factory.newDocumentBuilder();
        Document document = builder.parse(body);
        return document.getElementsByTagName("quote").getLength();
    }
}
