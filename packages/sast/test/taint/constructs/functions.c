//// parameters of functions that are declared after their parentheses are no variables of the file
int total;
void release(p)
  char *p;
{
  sink(p);
}
static char *
name_of(s)
     const char *s;
{
  return source();
}
int main(argc, argv)
  int argc;
  char **argv;
{
  char *p = name_of("x");
  sink(p); // found
  release("x");
  return 0;
}

//// what such parameters are given
void run(q, n)
  char *q;
  int n;
{
  sink(q); // found
  sink(n);
}
void go(p) char *p; { run(p, 1); }
void f() { go(source()); }
