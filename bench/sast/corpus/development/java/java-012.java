package com.example.files;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.*;

@RestController
public class ManualController {
    private static final File BASE = new File("/opt/manuals");

    @GetMapping("/manuals")
    public ResponseEntity<byte[]> read(@RequestParam String file) throws IOException {
        File wanted = new File(BASE, file);
        if (!wanted.getCanonicalPath().startsWith(BASE.getCanonicalPath() + File.separator)) {
            return ResponseEntity.notFound().build();
        }
        return ResponseEntity.ok(Files.readAllBytes(wanted.toPath()));
    }
}
