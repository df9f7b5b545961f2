package com.example.ops;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class ArchiveController {
    record ArchiveRequest(String label, boolean compress) {}

    @PostMapping("/archive")
    public int archive(@RequestBody ArchiveRequest wanted) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add("tar");
        command.add(wanted.compress() ? "-zcf" : "-cf");
        command.add("/backups/" + wanted.label().replaceAll("[^a-z0-9]", "") + ".tar");
        command.add("/srv/app");
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }
}
