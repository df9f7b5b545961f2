//// members and methods
class Store {
 public:
  explicit Store(const std::string& name) : name_(name), count_(0) {}
  void find(const std::string& q) {
    sink(q); // found
  }
  std::string name() const { return name_; }
  void set(std::string v) { value_ = std::move(v); }
  const std::string& value() const { return value_; }
  void use() {
    sink(value_); // found
  }
 private:
  std::string name_;
  std::string value_;
  int count_;
};
void f() {
  Store s(source());
  sink(s.name()); // found
  sink(s.value());
}
void g() {
  Store s{"x"};
  s.find(source());
  sink(s.name());
}
void h() {
  auto s = std::make_unique<Store>("x");
  s->set(source());
  s->use();
  sink(s->value()); // found
  sink(s->name());
}

//// methods that stand outside of their class
class A { public: A(std::string s); std::string get(); void run(std::string q); private: std::string s_; };
A::A(std::string s) : s_(s) {}
std::string A::get() { return s_; }
void A::run(std::string q) {
  sink(q); // found
}
void f() {
  A a(source());
  sink(a.get()); // found
  A *p = new A(source());
  sink(p->get()); // found
  A b("x");
  b.run(source());
  delete p;
}

//// members that constructors begin with
class A {
  std::string s_{};
  std::string t_;
 public:
  A(std::string s, std::string t) : s_{std::move(s)}, t_{t} {}
  std::string s() { return s_; }
  std::string t() { return this->t_; }
};
void f() {
  A a{source(), "x"};
  sink(a.s()); // found
  sink(a.t());
}

//// methods of classes below
class Base { public: virtual void run(std::string q) = 0; virtual ~Base() {} };
class D : public Base { public: void run(std::string q) override {
  sink(q); // found
} };
void f(Base& b) { b.run(source()); }
void g(Base* b) { b->run(source()); }

//// structs in structs
struct Inner { std::string name; int n; };
struct Outer { Inner in; std::vector<Inner> list; Inner arr[3]; };
void f() {
  Outer o;
  o.in.name = source();
  sink(o.in.name); // found
  o.list.push_back({source(), 1});
  sink(o.list[0].name); // found
  o.arr[1].name.append(source());
  sink(o.arr[1].name); // found
  Outer q;
  sink(q.in.name);
  Inner i;
  i.name = source();
  Outer w{i, {}, {}};
  sink(w.in.name); // found
}

//// operators of a class
class Text {
  std::string s_;
 public:
  Text& operator+=(const std::string& o) { s_ += o; return *this; }
  std::string str() const { return s_; }
  std::string operator()() { return s_; }
};
void f() {
  Text t;
  t += source();
  sink(t.str()); // found
}
