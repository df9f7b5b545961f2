package org.example.events;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.jsontype.BasicPolymorphicTypeValidator;
import com.fasterxml.jackson.databind.jsontype.impl.LaissezFaireSubTypeValidator;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.io.IOException;

@Path("/events")
public class EventResource {
    private final ObjectMapper mapper = new ObjectMapper();

    public EventResource() {
        mapper.activateDefaultTyping(
                BasicPolymorphicTypeValidator.builder().allowIfSubType("org.example.events.model.").build(),
                ObjectMapper.DefaultTyping.NON_FINAL);
    }

    @POST
    public String receive(String body) throws IOException {
        Object event = mapper.readValue(body, Object.class);
        return event.getClass().getSimpleName();
    }
}
