class A {
  void a(File folder) throws IOException { File to = new File(folder, source());
    if (!to.getCanonicalPath().startsWith(folder.getCanonicalPath() + File.separator)) throw new IOException();
    sink(to);
  }
  void b(File folder) throws IOException { File to = new File(folder, source());
    if (!to.getCanonicalPath().startsWith(folder.getCanonicalPath())) throw new IOException();
    sink(to); // found
  }
  void c(File folder) throws IOException { File to = new File(folder, source()); File other = new File(folder, "a");
    if (!other.getCanonicalPath().startsWith(folder.getCanonicalPath() + File.separator)) throw new IOException();
    sink(to); // found
  }
  void d(File folder) throws IOException { File to = new File(folder, source());
    if (to.getCanonicalPath().startsWith(folder.getCanonicalPath() + File.separator)) throw new IOException();
    sink(to); // found
  }
  void e(File folder) throws IOException { File to = new File(folder, source());
    sink(to); // found
    if (!to.getCanonicalPath().startsWith(folder.getCanonicalPath() + File.separator)) throw new IOException();
  }
  void f(File folder) { String x = source();
    if (x.contains("..")) return;
    sink(new File(folder, x));
    sink(folder.toPath().resolve(x)); // found
  }
  void g(Path folder) { Path to = folder.resolve(source());
    if (!to.normalize().startsWith(folder)) return;
    sink(to);
  }
}
