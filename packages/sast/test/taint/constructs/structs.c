//// fields of structs
struct req { char *name; char path[64]; int n; };
void load(struct req *r) { r->name = source(); }
void use(const struct req *r) {
  sink(r->name); // found
  sink(r->path);
}
void f(void) {
  struct req r;
  load(&r);
  use(&r);
  struct req *p = malloc(sizeof *p);
  p->name = source();
  sink(p->name); // found
  sink((*p).name); // found
  struct req s = { .name = source(), .n = 1 };
  sink(s.name); // found
  sink(s.n);
  strcpy(s.path, source());
  sink(s.path); // found
  struct req *arr[3];
  arr[0] = p;
  sink(arr[0]->name); // found
}
