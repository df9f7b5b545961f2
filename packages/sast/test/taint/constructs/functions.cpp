//// functions without a name
void f() {
  auto run = [](const std::string& q) {
    sink(q); // found
  };
  run(source());
  std::string s = source();
  auto g = [&s]() { return s; };
  sink(g()); // found
  auto h = [s = source()]() {
    sink(s); // found
  };
  h();
  std::string out;
  auto fill = [&]() { out = source(); };
  fill();
  sink(out); // found
  std::vector<std::string> v{source()};
  std::for_each(v.begin(), v.end(), [](const std::string& x) {
    sink(x); // found
  });
  std::function<void(std::string)> cb = [](std::string x) {
    sink(x); // found
  };
  cb(source());
}

//// functions and classes of a namespace
namespace app {
namespace db {
void run(const std::string& q) {
  sink(q); // found
}
}
class Dao { public: static void find(std::string q) {
  sink(q); // found
} };
}
void f() {
  app::db::run(source());
  app::Dao::find(source());
}

//// functions of a namespace that is brought in
namespace app::db {
void run(const std::string& q) {
  sink(q); // found
}
}
using namespace app::db;
void f() { run(source()); }

//// templates
template <typename T>
T id(T v) { return v; }
template <typename T>
class Box { T v_; public: Box(T v) : v_(v) {} T get() const { return v_; } void set(T v) { v_ = v; } };
void f() {
  sink(id<std::string>(source())); // found
  sink(id(source())); // found
  Box<std::string> b(source());
  sink(b.get()); // found
  Box<std::string> c("x");
  c.set(source());
  sink(c.get()); // found
}

//// ways through a function
void f(int n) {
  std::string s;
  if (auto x = source(); !x.empty()) s = x;
  sink(s); // found
  switch (n) { case 1: s = "a"; break; default: s = source(); }
  sink(s); // found
  std::string t = n > 1 ? source() : "x";
  sink(t); // found
  do { t = "x"; } while (n--);
  sink(t);
  try { throw std::runtime_error(source()); } catch (const std::exception& e) {
    sink(e.what()); // found
  }
  goto end;
end:
  sink(source()); // found
}

//// variables of a file
static std::string g_name;
char g_buf[64];
void set() { g_name = source(); strcpy(g_buf, source()); }
void use() {
  sink(g_name); // found
  sink(g_buf); // found
}

//// pointers to functions
void run(const char *q) {
  sink(q); // found
}
typedef void (*handler)(const char *);
struct ops { handler h; };
static struct ops table = { .h = run };
void f() {
  void (*fp)(const char *) = run;
  fp(source());
  table.h(source());
}

//// functions that others run
void work(std::string q) {
  sink(q); // found
}
void f() {
  std::thread t(work, source());
  t.join();
  auto fut = std::async(std::launch::async, [](std::string x) { return x; }, source());
  sink(fut.get()); // found
}
