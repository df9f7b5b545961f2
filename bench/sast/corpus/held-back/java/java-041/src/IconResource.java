package org.example.icons;

import jakarta.ws.rs.*;

@Path("/icon")
public class IconResource {
    private final IconLoader loader = new IconLoader();

    @GET
    public byte[] icon(@QueryParam("domain") String domain) throws java.io.IOException {
        return loader.load(new Site(domain));
    }
}
