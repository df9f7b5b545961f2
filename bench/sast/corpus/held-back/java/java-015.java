package org.example.wiki;

import jakarta.ws.rs.*;
import jakarta.ws.rs.core.*;

@Path("/wiki")
public class WikiResource {
    @Context UriInfo uri;

    @GET
    @Path("{page: .*}")
    public Response show(@PathParam("page") String page) {
        String message = "There is no page " + page;
        return Response.status(404)
                .type(MediaType.TEXT_PLAIN_TYPE)
                .header("X-Base", uri.getBaseUri().getHost())
                .entity(message)
                .build();
    }
}
