static const std::set<std::string> Q = {"a", "b"};
void a() { std::string x = source();
  if (Q.count(x) == 0) return;
  sink(x);
}
void b() { std::string x = source();
  if (Q.find(x) == Q.end()) return;
  sink(x);
}
void c() { const char* x = source();
  if (strcmp(x, "a") != 0 && strcmp(x, "b") != 0) return;
  sink(x);
}
void d() { std::string x = source();
  if (x == "a") sink(x);
  if (x != "a") { x = "b"; }
  sink(x);
}
void e() { std::string x = source();
  if (!std::regex_match(x, std::regex("[a-z]+"))) return;
  sink(x);
}
void f() { std::string x = source();
  if (!Q.contains(x)) return;
  sink(x);
}
bool allowed(const std::string& x) { return Q.count(x) > 0; }
void g() { std::string x = source();
  if (!allowed(x)) return;
  sink(x);
}
void h() { const char* x = source();
  if (strncmp(x, "a", 1) != 0) return;
  sink(x); // found
}
