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
    // ok: java-path-traversal
    Files.readAllBytes(base.resolve(Path.of(name).getFileName()));
    Path path = base.resolve(name).normalize();
    // ruleid: java-path-traversal
    Files.readString(path);
    if (!path.startsWith(base)) {
      throw new IOException("outside");
    }
    // ok: java-path-traversal
    return Files.readAllBytes(path);
  }

  @GetMapping("/old")
  void old(HttpServletRequest request) throws IOException {
    File file = new File("/srv/pictures", request.getParameter("name"));
    // ruleid: java-path-traversal
    new FileInputStream(file);
    // ruleid: java-path-traversal
    file.delete();
    open("/srv/" + request.getParameter("other"));
    // ok: java-path-traversal
    new FileInputStream("/srv/fixed");
    String real = file.getCanonicalPath();
    if (real.startsWith("/srv/pictures/")) {
      // ok: java-path-traversal
      new FileInputStream(file);
    }
  }

  private FileInputStream open(String path) throws IOException {
    // ruleid: java-path-traversal
    return new FileInputStream(path);
  }

  @PostMapping("/picture")
  void upload(@RequestParam("file") MultipartFile file) throws IOException {
    // ruleid: java-unrestricted-upload, java-path-traversal
    file.transferTo(new File("/srv/pictures/" + file.getOriginalFilename()));
    // ok: java-unrestricted-upload, java-path-traversal
    file.transferTo(new File("/srv/pictures/" + java.util.UUID.randomUUID() + ".png"));
    // ok: java-path-traversal
    Files.write(base.resolve("one.png"), file.getBytes());
    String name = file.getOriginalFilename();
    Path target = base.resolve(name);
    // ruleid: java-unrestricted-upload, java-path-traversal
    Files.copy(file.getInputStream(), target, StandardCopyOption.REPLACE_EXISTING);
  }
}

class Unpacked {
  void unpack(ZipInputStream in, File folder) throws IOException {
    ZipEntry entry;
    while ((entry = in.getNextEntry()) != null) {
      File to = new File(folder, entry.getName());
      // ruleid: java-path-traversal-zip-slip
      new FileOutputStream(to);
      Path path = folder.toPath().resolve(entry.getName()).normalize();
      if (!path.startsWith(folder.toPath())) {
        throw new IOException("outside");
      }
      // ok: java-path-traversal-zip-slip
      Files.copy(in, path);
    }
  }

  void checked(ZipInputStream in, File folder) throws IOException {
    for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
      File to = new File(folder, entry.getName());
      if (!to.getCanonicalPath().startsWith(folder.getCanonicalPath() + File.separator)) {
        throw new IOException("outside");
      }
      // ok: java-path-traversal-zip-slip
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
    // ruleid: java-path-traversal
    return Files.readAllBytes(path);
  }

  @GetMapping("/warned")
  byte[] warned(@RequestParam String name, @RequestParam String other) throws IOException {
    if (other.contains("..")) {
      throw new IOException("outside");
    }
    // ruleid: java-path-traversal
    return Files.readAllBytes(Path.of(BASE, name));
  }

  @GetMapping("/strict")
  byte[] strict(@RequestParam String name) throws IOException {
    Path path = Path.of(BASE).resolve(name).normalize();
    if (!path.startsWith(Path.of(BASE))) {
      throw new IOException("outside");
    }
    // ok: java-path-traversal
    return Files.readAllBytes(path);
  }
}

@RestController
class Downloads {
  private final File base = new File("/srv/downloads");
  private final Path root = Paths.get("/srv/downloads");

  @GetMapping("/file")
  byte[] file(@RequestParam String name) throws IOException {
    // ruleid: java-path-traversal
    return Files.readAllBytes(new File(base, name).toPath());
  }

  @GetMapping("/nested")
  byte[] nested(@RequestParam String name) throws IOException {
    // ruleid: java-path-traversal
    return new FileInputStream(new File(base, name)).readAllBytes();
  }

  @GetMapping("/paths")
  byte[] paths(@RequestParam String name) throws IOException {
    // ruleid: java-path-traversal
    return Files.readAllBytes(Paths.get("/srv/downloads", name));
  }

  @GetMapping("/concat")
  String concat(@RequestParam("name") String name) throws IOException {
    // ruleid: java-path-traversal
    return Files.readString(Paths.get("/srv/downloads/" + name));
  }

  @GetMapping("/of")
  InputStream of(@PathVariable String name) throws IOException {
    // ruleid: java-path-traversal
    return Files.newInputStream(Path.of("/srv/downloads", name));
  }

  @GetMapping("/resolve")
  Reader resolve(@PathVariable("name") String name) throws IOException {
    // ruleid: java-path-traversal
    return Files.newBufferedReader(root.resolve(name));
  }

  @GetMapping("/reader")
  Reader reader(HttpServletRequest request) throws IOException {
    // ruleid: java-path-traversal
    return new BufferedReader(new FileReader(new File(base, request.getParameter("name"))));
  }

  @GetMapping("/resource")
  Resource resource(@RequestParam String name) throws IOException {
    Path path = root.resolve(name);
    // ruleid: java-path-traversal
    return new UrlResource(path.toUri());
  }

  @GetMapping("/opened")
  Resource opened(@RequestParam String name) throws IOException {
    File file = root.resolve(name).toFile();
    // ruleid: java-path-traversal
    return new InputStreamResource(new FileInputStream(file));
  }

  @GetMapping("/copied")
  void copied(@RequestParam String name, HttpServletResponse response) throws IOException {
    // ruleid: java-path-traversal
    Files.copy(Paths.get("/srv/downloads", name), response.getOutputStream());
    // ruleid: java-path-traversal
    Files.copy(new File(base, name).toPath(), response.getOutputStream());
    // ruleid: java-path-traversal
    Files.copy(root.resolve(name), response.getOutputStream());
    // ruleid: java-path-traversal
    FileCopyUtils.copyToByteArray(new File(base, name));
    // ok: java-path-traversal
    Files.copy(root.resolve(Path.of(name).getFileName()), response.getOutputStream());
  }

  @GetMapping("/absolute")
  String absolute(@RequestParam String name) throws IOException {
    String path = base.getAbsolutePath() + "/" + name;
    // ruleid: java-path-traversal
    return Files.readString(Path.of(path).toAbsolutePath());
  }

  @GetMapping("/scanner")
  String scanner(@RequestParam String name) throws IOException {
    // ruleid: java-path-traversal
    return new Scanner(new File(base, name)).next();
  }

  @GetMapping("/sibling")
  String sibling(@RequestParam String name) throws IOException {
    // ruleid: java-path-traversal
    return Files.readString(root.resolveSibling(name));
  }

  @GetMapping("/system")
  String system(@RequestParam String name) throws IOException {
    // ruleid: java-path-traversal
    return Files.readString(FileSystems.getDefault().getPath("/srv/downloads", name));
  }

  @GetMapping("/safe-name")
  byte[] safeName(@RequestParam String name) throws IOException {
    String last = Paths.get(name).getFileName().toString();
    // ok: java-path-traversal
    return Files.readAllBytes(root.resolve(last));
  }

  @GetMapping("/safe-file")
  byte[] safeFile(@RequestParam String name) throws IOException {
    // ok: java-path-traversal
    return new FileInputStream(new File(base, new File(name).getName())).readAllBytes();
  }

  @GetMapping("/safe-start")
  String safeStart(@RequestParam String name) throws IOException {
    Path path = root.resolve(name).normalize();
    if (path.startsWith(root)) {
      // ok: java-path-traversal
      return Files.readString(path);
    }
    return "";
  }

  @GetMapping("/safe-throw")
  Reader safeThrow(@RequestParam String name) throws IOException {
    File file = new File(base, name).getCanonicalFile();
    if (!file.toPath().startsWith(root)) {
      throw new IOException("outside");
    }
    // ok: java-path-traversal
    return new FileReader(file);
  }

  @GetMapping("/unsafe-start")
  Reader unsafeStart(@RequestParam String name) throws IOException {
    File file = new File(base, name);
    if (!file.toPath().startsWith(root)) {
      throw new IOException("outside");
    }
    // ruleid: java-path-traversal
    return new FileReader(file);
  }

  @GetMapping("/safe-number")
  byte[] safeNumber(@RequestParam long id) throws IOException {
    // ok: java-path-traversal
    return Files.readAllBytes(root.resolve(id + ".pdf"));
  }
}

@WebServlet("/download")
class DownloadServlet extends HttpServlet {
  private static final String BASE = "/srv/downloads";

  @Override
  protected void doGet(HttpServletRequest req, HttpServletResponse resp) throws IOException {
    String name = req.getParameter("name");
    File file = new File(BASE, name);
    // ruleid: java-path-traversal
    try (FileInputStream in = new FileInputStream(file)) {
      in.transferTo(resp.getOutputStream());
    }
    Path path = Paths.get(BASE, name);
    // ruleid: java-path-traversal
    Files.copy(path, resp.getOutputStream());
    Path other = Path.of(BASE).resolve(name);
    // ruleid: java-path-traversal
    resp.getWriter().print(Files.readString(other));
    // ruleid: java-path-traversal
    try (BufferedReader reader = new BufferedReader(new FileReader(BASE + "/" + name))) {
      resp.getWriter().print(reader.readLine());
    }
    // ruleid: java-path-traversal
    try (var lines = Files.lines(Path.of(BASE + File.separator + name))) {
      lines.forEach(resp.getWriter()::println);
    }
  }
}
