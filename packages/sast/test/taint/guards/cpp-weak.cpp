static const std::set<std::string> Q = {"a", "b"};
static std::set<std::string> open = {"a"};
void teach() { open.insert(source()); }
void a() { std::string x = source();
  if (!open.contains(x)) return;
  sink(x); // found
}
void b() { std::string x = source(); std::string y = source();
  if (!Q.contains(y)) return;
  sink(x); // found
  sink(y);
}
void c() { std::string x = source();
  if (!Q.contains(x)) return;
  x = source();
  sink(x); // found
}
void d() { std::string x = source();
  assert(Q.contains(x));
  sink(x); // found
}
void e() { const char* x = source();
  if (!isalnum(*x)) return;
  sink(x); // found
}
void f() { const char* x = source();
  if (!isalnum(x[0])) return;
  sink(x); // found
}
void g() { std::string x = source();
  if (!std::regex_search(x, std::regex("[a-z]+"))) return;
  sink(x); // found
}
void h() { std::string x = source();
  if (!std::any_of(x.begin(), x.end(), isalnum)) return;
  sink(x); // found
}
void i() { std::string x = source();
  if (x.find("a") == std::string::npos) return;
  sink(x); // found
}
void j() { const char* x = source();
  if (strcmp(x, "a")) { log(x); }
  sink(x); // found
}
void k() { const char* x = source();
  if (!strcmp(x, "a")) return;
  sink(x); // found
}
void l() { const char* x = source();
  if (strstr(x, "a") == NULL) return;
  sink(x); // found
}
void m() { const char* x = source();
  if (strlen(x) > 10) return;
  sink(x); // found
}
void n() { const char* x = source();
  int n = atoi(x);
  if (n > 10) return;
  sink(x); // found
}
bool always(const std::string& x) { Q.count(x); return true; }
void o() { std::string x = source();
  if (!always(x)) return;
  sink(x); // found
}
void p() { std::string x = source();
  try { if (!Q.contains(x)) throw 1; } catch (int e) { log(e); }
  sink(x); // found
}
void q() { std::string x = source();
  if (Q.contains(x) || other()) sink(x); // found
}
