package org.example.login;

import jakarta.ws.rs.*;
import jakarta.ws.rs.core.NewCookie;
import jakarta.ws.rs.core.Response;

@Path("/session")
public class SessionResource {
    private final Sessions sessions = new Sessions();

    @POST
    public Response open(@FormParam("user") String user, @FormParam("password") String password) {
        String id = sessions.open(user, password);
        NewCookie cookie = new NewCookie.Builder("session")
                .value(id)
                .path("/")
                .httpOnly(true)
                .secure(false)
                .maxAge(3600)
                .build();
        return Response.noContent().cookie(cookie).build();
    }
}
