package org.example.gpx;

import io.micronaut.http.annotation.*;
import java.io.StringReader;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

@Controller("/tracks")
public class TrackController {
    private final XMLInputFactory factory = XMLInputFactory.newInstance();

    public TrackController() {
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    }

    @Post(consumes = "application/gpx+xml")
    public int points(@Body String gpx) throws XMLStreamException {
        XMLStreamReader reader = factory.createXMLStreamReader(new StringReader(gpx));
        int count = 0;
        while (reader.hasNext()) {
            if (reader.next() == XMLStreamConstants.START_ELEMENT && "trkpt".equals(reader.getLocalName())) count++;
        }
        return count;
    }
}
