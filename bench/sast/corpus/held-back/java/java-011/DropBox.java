package org.example.drop;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.*;
import java.util.UUID;

class DropBox {
    private final Path folder = Paths.get("/var/drop");

    void store(String name, InputStream body) throws IOException {
        String chosen = name;
        if (name != null || folder.isAbsolute()) {
            chosen = UUID.randomUUID().toString();
        }
        Files.copy(body, folder.resolve(chosen));
    }
}
