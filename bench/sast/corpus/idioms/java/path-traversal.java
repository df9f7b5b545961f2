import jakarta.servlet.http.*;
import java.io.*;
import java.nio.file.*;
import org.apache.commons.io.FilenameUtils;
import org.springframework.core.io.*;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.multipart.MultipartFile;

@RestController
class Files {
  static final String ROOT = "/srv/files";
//// weak
  void show(HttpServletRequest req, HttpServletResponse resp) throws IOException {
    File file = new File(ROOT, req.getParameter("name"));
    try (FileInputStream in = new FileInputStream(file)) { in.transferTo(resp.getOutputStream()); }
  }
//// safe
  void show(HttpServletRequest req, HttpServletResponse resp) throws IOException {
    File file = new File(ROOT, FilenameUtils.getName(req.getParameter("name")));
    try (FileInputStream in = new FileInputStream(file)) { in.transferTo(resp.getOutputStream()); }
  }
//// weak
  @GetMapping("/report")
  byte[] report(@RequestParam String name) throws IOException {
    return java.nio.file.Files.readAllBytes(Paths.get(ROOT, name));
  }
//// safe
  @GetMapping("/report")
  byte[] report(@RequestParam String name) throws IOException {
    return java.nio.file.Files.readAllBytes(Paths.get(ROOT, Paths.get(name).getFileName().toString()));
  }
//// weak
  @GetMapping("/download/{name}")
  ResponseEntity<Resource> download(@PathVariable("name") String name) {
    return ResponseEntity.ok(new FileSystemResource(ROOT + "/" + name));
  }
//// safe
  @GetMapping("/download/{id}")
  ResponseEntity<Resource> download(@PathVariable("id") long id) {
    return ResponseEntity.ok(new FileSystemResource(ROOT + "/" + id));
  }
//// weak
  @PostMapping("/upload")
  void upload(@RequestParam("file") MultipartFile file) throws IOException {
    Path target = Path.of(ROOT).resolve(file.getOriginalFilename());
    file.transferTo(target);
  }
//// safe
  @PostMapping("/upload")
  void upload(@RequestParam("file") MultipartFile file) throws IOException {
    Path target = Path.of(ROOT).resolve(file.getOriginalFilename()).normalize();
    if (!target.startsWith(Path.of(ROOT))) throw new IOException("name");
    file.transferTo(target);
  }
//// end
}
