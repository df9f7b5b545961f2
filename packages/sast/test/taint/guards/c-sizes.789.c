#include <string.h>
void a(void) { unsigned n = source();
  if (n > 64) return;
  sink(n);
}
void b(void) { unsigned n = source();
  if (n < 64) return;
  sink(n); // found
}
void c(void) { unsigned n = source();
  if (n > 64) log_it(n);
  sink(n); // found
}
void d(void) { unsigned n = source(); unsigned other = source();
  if (other > 64) return;
  sink(n); // found
  sink(other);
}
void e(void) { unsigned n = source();
  sink(n); // found
  if (n > 64) return;
  sink(n);
}
void f(void) { unsigned n = source(); unsigned most = source();
  if (n > most) return;
  sink(n); // found
}
void g(void) { int n = source();
  if (n > 64) return;
  sink(n); // found
}
void h(void) { int n = source();
  if (n < 0 || n > 64) return;
  sink(n);
}
void i(void) { int n = source(); char to[64];
  if (n > sizeof(to)) return;
  sink(n);
}
void j(void) { int n = source();
  if (n < 0) return;
  sink(n); // found
}
int fits(size_t n) { return n <= 64; }
void k(void) { size_t n = source();
  if (!fits(n)) return;
  sink(n);
}
void l(void) { size_t n = source();
  if (fits(n)) return;
  sink(n); // found
}
void m(void) { int n = source();
  if (n < 0) return;
  if (n >= 64) return;
  sink(n);
}
void o(void) { unsigned n = source();
  if (n > 64) n = 64;
  sink(n);
}
void p(void) { unsigned n = source();
  if (n > 64) return;
  n = source();
  sink(n); // found
}
void q(void) { unsigned n = source();
  sink(n < 64 ? n : 64);
  sink(n > 64 ? n : 64); // found
}
