//// a buffer that is copied into twice
#include <cstring>
void f() {
  char b[64];
  strcpy(b, source());
  sink(b); // found
  strcpy(b, "const");
  sink(b);
}

//// a text that is assigned anew
void f() {
  std::string s = source();
  sink(s); // found
  s = "const";
  sink(s);
  s.assign("other");
  sink(s);
}

//// a text that is emptied
void f() {
  std::string s = source();
  s.clear();
  sink(s);
  std::string t;
  t += source();
  sink(t); // found
  t.assign("x");
  sink(t);
}

//// methods of texts
void f() {
  std::string s = "ls ";
  s.append(source());
  sink(s); // found
  std::string t = "a";
  t.insert(0, source());
  sink(t); // found
  std::string u = source();
  sink(u.c_str()); // found
  sink(u.substr(1)); // found
  sink(u.data()); // found
  sink(u.length());
  sink(u.size());
  sink(u + "x"); // found
  sink("x" + u); // found
  std::string w = std::string("ls ") + u;
  sink(w); // found
  std::string x;
  x += u;
  sink(x); // found
  std::string y("ls");
  y.replace(0, 1, u);
  sink(y); // found
  std::string z{u};
  sink(z); // found
  std::string q = {u};
  sink(q); // found
  std::string d;
  d.push_back(u[0]);
  sink(d); // found
}

//// views of texts
void f() {
  std::string s = source();
  std::string_view v = s;
  sink(v); // found
  std::string_view w(s);
  sink(w.substr(0, 3)); // found
  std::string_view p{s.data(), s.size()};
  sink(p); // found
}

//// texts that are formatted
void f() {
  auto s = std::format("ls {}", source());
  sink(s); // found
  auto t = fmt::format("ls {}", source());
  sink(t); // found
  auto u = absl::StrCat("ls ", source());
  sink(u); // found
}

//// paths
void f() {
  std::filesystem::path base = "/srv";
  auto p = base / source();
  sink(p); // found
  sink(p.string()); // found
  base /= source();
  sink(base); // found
  namespace fs = std::filesystem;
  fs::path q(source());
  sink(q.filename()); // found
  sink(fs::path("/srv") / q); // found
}

//// conversions
void f() {
  auto a = static_cast<std::string>(source());
  sink(a); // found
  auto b = (char*)source();
  sink(b); // found
  auto c = reinterpret_cast<const char*>(source());
  sink(c); // found
  auto d = std::string(source()).c_str();
  sink(d); // found
  std::string e = std::move(a);
  sink(e); // found
  QString q = QString::fromStdString(source());
  sink(q.toStdString()); // found
  sink(QString("a %1").arg(q)); // found
  CString cs; cs.Format("%s", source());
  sink(cs); // found
}
