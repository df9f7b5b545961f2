package shop;

import jakarta.servlet.http.HttpServletRequest;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.*;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.multipart.MultipartFile;

@RestController
class Pictures {
  private final Path base = Path.of("/srv/pictures");

  @GetMapping("/picture/{name}")
  byte[] picture(@PathVariable String name) throws IOException {
    // ok: java-request-to-path
    Files.readAllBytes(base.resolve(Path.of(name).getFileName()));
    Path path = base.resolve(name).normalize();
    // ruleid: java-request-to-path
    Files.readString(path);
    if (!path.startsWith(base)) {
      throw new IOException("outside");
    }
    // ok: java-request-to-path
    return Files.readAllBytes(path);
  }

  @GetMapping("/old")
  void old(HttpServletRequest request) throws IOException {
    File file = new File("/srv/pictures", request.getParameter("name"));
    // ruleid: java-request-to-path
    new FileInputStream(file);
    // ruleid: java-request-to-path
    file.delete();
    open("/srv/" + request.getParameter("other"));
    // ok: java-request-to-path
    new FileInputStream("/srv/fixed");
    String real = file.getCanonicalPath();
    if (real.startsWith("/srv/pictures/")) {
      // ok: java-request-to-path
      new FileInputStream(file);
    }
  }

  private FileInputStream open(String path) throws IOException {
    // ruleid: java-request-to-path
    return new FileInputStream(path);
  }

  @PostMapping("/picture")
  void upload(@RequestParam("file") MultipartFile file) throws IOException {
    // ruleid: java-upload-keeps-its-name, java-request-to-path
    file.transferTo(new File("/srv/pictures/" + file.getOriginalFilename()));
    // ok: java-upload-keeps-its-name, java-request-to-path
    file.transferTo(new File("/srv/pictures/" + java.util.UUID.randomUUID() + ".png"));
    // ok: java-request-to-path
    Files.write(base.resolve("one.png"), file.getBytes());
    String name = file.getOriginalFilename();
    Path target = base.resolve(name);
    // ruleid: java-upload-keeps-its-name, java-request-to-path
    Files.copy(file.getInputStream(), target, StandardCopyOption.REPLACE_EXISTING);
  }
}

class Unpacked {
  void unpack(ZipInputStream in, File folder) throws IOException {
    ZipEntry entry;
    while ((entry = in.getNextEntry()) != null) {
      File to = new File(folder, entry.getName());
      // ruleid: java-archive-entry-to-path
      new FileOutputStream(to);
      Path path = folder.toPath().resolve(entry.getName()).normalize();
      if (!path.startsWith(folder.toPath())) {
        throw new IOException("outside");
      }
      // ok: java-archive-entry-to-path
      Files.copy(in, path);
    }
  }

  void checked(ZipInputStream in, File folder) throws IOException {
    for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
      File to = new File(folder, entry.getName());
      if (!to.getCanonicalPath().startsWith(folder.getCanonicalPath() + File.separator)) {
        throw new IOException("outside");
      }
      // ok: java-archive-entry-to-path
      new FileOutputStream(to);
    }
  }
}

@RestController
class LooseFiles {
  private static final String BASE = "/srv/pictures";

  @GetMapping("/loose")
  byte[] loose(@RequestParam String name) throws IOException {
    Path path = Path.of(BASE, name);
    if (!path.toString().startsWith(BASE)) {
      throw new IOException("outside");
    }
    // ruleid: java-request-to-path
    return Files.readAllBytes(path);
  }

  @GetMapping("/warned")
  byte[] warned(@RequestParam String name, @RequestParam String other) throws IOException {
    if (other.contains("..")) {
      throw new IOException("outside");
    }
    // ruleid: java-request-to-path
    return Files.readAllBytes(Path.of(BASE, name));
  }

  @GetMapping("/strict")
  byte[] strict(@RequestParam String name) throws IOException {
    Path path = Path.of(BASE).resolve(name).normalize();
    if (!path.startsWith(Path.of(BASE))) {
      throw new IOException("outside");
    }
    // ok: java-request-to-path
    return Files.readAllBytes(path);
  }
}
