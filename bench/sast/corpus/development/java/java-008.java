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
        command.add("/bin/sh");
        command.add("-c");
        command.add("tar " + (wanted.compress() ? "-z" : "") + " -cf /backups/" + wanted.label() + ".tar /srv/app");
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }
}
