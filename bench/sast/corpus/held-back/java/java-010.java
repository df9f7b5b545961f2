package org.example.media;

import jakarta.ws.rs.*;
import jakarta.ws.rs.core.Response;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import org.apache.commons.io.FilenameUtils;

@Path("/covers")
public class CoverResource {
    @GET
    @Produces("image/webp")
    public Response cover(@QueryParam("album") String album) {
        String name = FilenameUtils.removeExtension(album) + ".webp";
        try {
            return Response.ok(new FileInputStream("/var/covers/" + name)).build();
        } catch (FileNotFoundException missing) {
            return Response.status(Response.Status.NOT_FOUND).build();
        }
    }
}
