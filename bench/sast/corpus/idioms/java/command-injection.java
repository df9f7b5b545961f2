import jakarta.servlet.http.*;
import java.io.*;
import java.util.*;
import org.springframework.web.bind.annotation.*;

@RestController
class Commands {
//// weak
  void ping(HttpServletRequest request) throws IOException {
    Runtime.getRuntime().exec("ping -c 1 " + request.getParameter("host"));
  }
//// safe
  void ping(HttpServletRequest request) throws IOException {
    Runtime.getRuntime().exec(new String[] {"ping", "-c", "1", "--", request.getParameter("host")});
  }
//// weak
  @GetMapping("/convert")
  void convert(@RequestParam String name) throws IOException {
    new ProcessBuilder("sh", "-c", "convert " + name + " out.png").start();
  }
//// safe
  @GetMapping("/convert")
  void convert(@RequestParam int width) throws IOException {
    new ProcessBuilder("sh", "-c", "convert in.png -resize " + width + " out.png").start();
  }
//// weak
  @PostMapping("/archive")
  int archive(@RequestBody Map<String, String> body) throws Exception {
    String[] command = {"/bin/sh", "-c", String.format("tar czf out.tgz %s", body.get("folder"))};
    Process process = Runtime.getRuntime().exec(command);
    return process.waitFor();
  }
//// safe
  @PostMapping("/archive")
  int archive(@RequestBody Map<String, String> body) throws Exception {
    int folder = Integer.parseInt(body.get("folder"));
    String[] command = {"/bin/sh", "-c", String.format("tar czf out.tgz %d", folder)};
    Process process = Runtime.getRuntime().exec(command);
    return process.waitFor();
  }
//// weak
  void trace(HttpServletRequest request) throws IOException {
    List<String> command = new ArrayList<>();
    command.add("bash");
    command.add("-c");
    command.add("traceroute " + request.getHeader("X-Target"));
    ProcessBuilder builder = new ProcessBuilder();
    builder.command(command);
    builder.start();
  }
//// safe
  void trace(HttpServletRequest request) throws IOException {
    Map<String, String> targets = Map.of("a", "a.internal", "b", "b.internal");
    List<String> command = List.of("bash", "-c", "traceroute " + targets.getOrDefault(request.getHeader("X-Target"), "a.internal"));
    new ProcessBuilder().command(command).start();
  }
//// end
}
