import java.io.*;
import java.nio.file.*;
class W {
  private final Path root = Paths.get("/srv/data");
  private final String base = System.getenv("BASE");
  void noSeparator() throws IOException { String p = new File(base, source()).getCanonicalPath();
    if (!p.startsWith(base)) return;
    sink(p); // found
  }
  void separator() throws IOException { String p = new File(base, source()).getCanonicalPath();
    if (!p.startsWith(base + File.separator)) return;
    sink(p);
  }
  void byPath() { Path p = root.resolve(source()).normalize();
    if (!p.startsWith(root)) return;
    sink(p);
  }
  void byPathText() { Path p = root.resolve(source()).normalize();
    if (!p.toString().startsWith(root.toString())) return;
    sink(p); // found
  }
  void notNormal() { Path p = root.resolve(source());
    if (!p.startsWith(root)) return;
    sink(p); // found
  }
  void other() { Path p = root.resolve(source()).normalize(); Path q = root.resolve(source()).normalize();
    if (!q.startsWith(root)) return;
    sink(p); // found
  }
  void ofOthers() { Path p = root.resolve(source()).normalize();
    if (!p.startsWith(Paths.get(source()))) return;
    sink(p); // found
  }
}
