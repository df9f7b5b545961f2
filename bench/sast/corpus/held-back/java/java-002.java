package org.example.transit;

import jakarta.inject.Inject;
import jakarta.ws.rs.*;
import jakarta.ws.rs.core.MediaType;
import java.sql.*;
import java.util.*;
import javax.sql.DataSource;

@Path("/departures")
@Produces(MediaType.APPLICATION_JSON)
public class DepartureResource {
    @Inject DataSource source;

    @GET
    @Path("/{stop}")
    public List<String> next(@PathParam("stop") String stop, @QueryParam("line") String line) throws SQLException {
        List<String> result = new ArrayList<>();
        String where = line == null ? "" : " AND line = ?";
        try (Connection c = source.getConnection();
                PreparedStatement s = c.prepareStatement("SELECT due FROM departure WHERE stop = ?" + where)) {
            s.setString(1, stop);
            if (line != null) s.setString(2, line);
            ResultSet rows = s.executeQuery();
            while (rows.next()) result.add(rows.getString(1));
        }
        return result;
    }
}
