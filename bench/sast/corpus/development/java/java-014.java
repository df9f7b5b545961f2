package com.example.importer;

import java.io.*;
import java.nio.file.*;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

public final class BundleImporter {
    private final Path target;

    public BundleImporter(Path target) {
        this.target = target.toAbsolutePath().normalize();
    }

    public int unpack(InputStream upload) throws IOException {
        int count = 0;
        try (ZipInputStream zip = new ZipInputStream(upload)) {
            for (ZipEntry entry; (entry = zip.getNextEntry()) != null; count++) {
                Path file = target.resolve(entry.getName()).normalize();
                if (entry.isDirectory() || !file.startsWith(target)) {
                    continue;
                }
                Files.createDirectories(file.getParent());
                Files.copy(zip, file, StandardCopyOption.REPLACE_EXISTING);
            }
        }
        return count;
    }
}
