//// a buffer that is printed into twice
void f(void) {
  char b[64];
  snprintf(b, sizeof b, "%s", source());
  sink(b); // found
  snprintf(b, sizeof b, "hello");
  sink(b);
}

//// a buffer that is set to nothing
void f(void) {
  char b[64];
  strcpy(b, source());
  sink(b); // found
  memset(b, 0, sizeof b);
  sink(b);
}

//// a buffer that is added to
void f(void) {
  char b[64];
  strcpy(b, source());
  strcat(b, "x");
  sink(b); // found
}

//// pointers into a buffer
void f(void) {
  char *s = source();
  char *p = s + 3;
  sink(p); // found
  char *q = strchr(s, '/');
  sink(q); // found
  char *d = strdup(s);
  sink(d); // found
  char *e = strndup(s, 10);
  sink(e); // found
  sink(*s); // found
  sink(s[0]); // found
  char buf[10];
  buf[0] = s[0];
  sink(buf); // found
  char *t = strtok(s, " ");
  while (t) { sink(t); t = strtok(NULL, " "); } // found
  char **pp = &s;
  sink(*pp); // found
  char b2[9];
  int i;
  for (i = 0; s[i]; i++) b2[i] = s[i];
  sink(b2); // found
  char b3[9];
  char *w = b3;
  while (*s) *w++ = *s++;
  sink(b3); // found
}

//// a function that copies into its argument
void fill3(char* out, int n) { strncpy(out, source(), n); }
void f() {
  char c[9];
  fill3(c, 9);
  sink(c); // found
}

//// a function that writes a place of its argument
void fill3(char* out) { out[0] = source(); }
void f() {
  char c[9];
  fill3(c);
  sink(c); // found
}

//// what the library writes
int main(int argc, char *argv[]) {
  char b[64];
  sprintf(b, "%s %d", source(), 1);
  sink(b); // found
  char c[64];
  sscanf(source(), "%s", c);
  sink(c); // found
  char *d;
  asprintf(&d, "%s", source());
  sink(d); // found
  char *e = malloc(10);
  memcpy(e, source(), 10);
  sink(e); // found
  e = realloc(e, 20);
  sink(e); // found
  struct iovec v;
  v.iov_base = source();
  sink(v.iov_base); // found
  return 0;
}

//// a cast where it gets to a sink
void f(void) {
  sink((char *)source()); // found
  char *a = source();
  sink((const char *)a); // found
}
