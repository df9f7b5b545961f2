void a(void) { int n = source();
  if (n == 0) return;
  sink(n);
}
void b(void) { int n = source();
  if (n != 1) return;
  sink(n);
}
void c(void) { int n = source();
  if (!n) return;
  sink(n);
}
void d(void) { int n = source();
  if (n) return;
  sink(n); // found
}
void e(void) { int n = source();
  if (n > 0) sink(n);
  if (n >= 0) sink(n); // found
}
void f(void) { int n = source();
  if (n == 0) log_it(n);
  sink(n); // found
}
void g(void) { int n = source(); int m = source();
  if (m == 0) return;
  sink(n); // found
}
void h(void) { int n = source();
  if (n < 0) return;
  sink(n); // found
}
void i(void) { int n = source();
  if (n < 1) return;
  sink(n);
}
