package org.example.scan;

import io.micronaut.http.annotation.*;
import java.io.IOException;
import java.util.regex.Pattern;

@Controller("/ports")
public class PortController {
    private static final Pattern ADDRESS = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}");

    @Get("/{address}")
    public String scan(String address) throws IOException {
        if (!ADDRESS.matcher(address).matches()) {
            return "An IPv4 address is needed";
        }
        Process process = Runtime.getRuntime().exec(new String[] {"bash", "-c", "nmap -F " + address + " | tail -n +5"});
        return new String(process.getInputStream().readAllBytes());
    }
}
