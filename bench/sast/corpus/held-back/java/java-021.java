package org.example.auth;

import jakarta.ws.rs.*;
import jakarta.ws.rs.core.Response;
import java.net.URI;

@Path("/callback")
public class CallbackResource {
    private static final String HOME = "https://app.example.org";

    @GET
    public Response done(@QueryParam("state") String state, @QueryParam("return") String back) {
        URI target = URI.create(HOME).resolve(back == null ? "/" : back);
        if (!"https".equals(target.getScheme()) || !"app.example.org".equals(target.getAuthority())) {
            target = URI.create(HOME);
        }
        return Response.seeOther(target).build();
    }
}
