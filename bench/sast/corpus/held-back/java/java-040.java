package org.example.guestbook;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import jakarta.ws.rs.*;
import org.bson.Document;

@Path("/entries")
public class EntryResource {
    private final MongoCollection<Document> entries;

    public EntryResource(MongoCollection<Document> entries) {
        this.entries = entries;
    }

    @GET
    public long count(@QueryParam("author") String author) {
        Document filter = Document.parse("{ \"public\": true, \"author\": \"" + author + "\" }");
        return entries.countDocuments(filter);
    }
}
