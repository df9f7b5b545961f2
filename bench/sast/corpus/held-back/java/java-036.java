package org.example.door;

import io.javalin.http.Context;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

public class DoorHandler {
    private static final Logger LOG = LoggerFactory.getLogger(DoorHandler.class);

    public void open(Context ctx) {
        String badge = ctx.header("X-Badge");
        LOG.info("Door opened for badge {}", Long.parseLong(badge));
        ctx.status(204);
    }
}
