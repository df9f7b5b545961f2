//// what smart pointers hold
struct Request { std::string name; int id; };
void f() {
  auto r = std::make_unique<Request>();
  r->name = source();
  sink(r->name); // found
  std::shared_ptr<Request> q = std::make_shared<Request>();
  q->name = source();
  sink(q->name); // found
  sink(q->id);
  auto s = std::make_unique<std::string>(source());
  sink(*s); // found
  std::unique_ptr<std::string> t(new std::string(source()));
  sink(*t); // found
  sink(t->c_str()); // found
  sink(t.get()); // found
  auto o = std::optional<std::string>(source());
  sink(*o); // found
  sink(o.value()); // found
  sink(o.value_or("x")); // found
}

//// references and pointers that a function writes into
void fill(std::string& out) { out = source(); }
void fill2(std::string* out) { *out = source(); }
void fill3(char* out, size_t n) { strncpy(out, source(), n); }
void clean(std::string& out) { out = "x"; }
bool get(std::string &out) { out.append(source()); return true; }
void f() {
  std::string a;
  fill(a);
  sink(a); // found
  std::string b;
  fill2(&b);
  sink(b); // found
  char c[9];
  fill3(c, 9);
  sink(c); // found
  std::string d;
  clean(d);
  sink(d);
  std::string e;
  if (get(e)) sink(e); // found
  std::string& r = e;
  sink(r); // found
}

//// places that are asked for
void f() {
  char *b = new char[64];
  strcpy(b, source());
  sink(b); // found
  delete[] b;
  std::string *s = new std::string(source());
  sink(*s); // found
  delete s;
  auto v = std::vector<char>(10);
  memcpy(v.data(), source(), 10);
  sink(v.data()); // found
  std::array<char, 10> arr;
  std::copy_n(source(), 10, arr.begin());
  sink(arr); // found
}
