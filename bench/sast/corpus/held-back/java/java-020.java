package org.example.proxy;

import jakarta.ws.rs.*;
import java.net.URI;
import java.net.http.*;
import java.util.Map;

@Path("/tiles")
public class TileResource {
    private static final Map<String, String> SERVERS =
            Map.of("a", "https://a.tiles.example.com", "b", "https://b.tiles.example.com");
    private final HttpClient client = HttpClient.newHttpClient();

    @GET
    @Path("{server}/{z}/{x}/{y}")
    public byte[] tile(@PathParam("server") String server, @PathParam("z") int z, @PathParam("x") int x,
            @PathParam("y") int y) throws Exception {
        String base = SERVERS.containsKey(server) ? SERVERS.get(server) : "https://" + server;
        HttpRequest request = HttpRequest.newBuilder(URI.create(base + "/" + z + "/" + x + "/" + y)).build();
        return client.send(request, HttpResponse.BodyHandlers.ofByteArray()).body();
    }
}
