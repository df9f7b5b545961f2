#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int freed(struct node *p, int bad) {
  if (bad) {
    free(p);
  }
  // ruleid: c-use-after-free-one-path
  return p->value;
}

int freedReturned(struct node *p, int bad) {
  if (bad) {
    free(p);
    return 0;
  }
  // ok: c-use-after-free-one-path
  return p->value;
}

void cleanup(struct node *p) {
  // ok: c-use-after-free-one-path
  free(p->name);
  free(p);
}

void callerOfCleanup(struct node *p) {
  cleanup(p);
  // todoruleid: c-use-after-free-one-path
  printf("%d\n", p->value);
}

void freedAgain(struct node *p) {
  free(p);
  p = make();
  // ok: c-use-after-free-one-path
  p->value = 1;
}

void list(struct node *head) {
  while (head) {
    // ok: c-use-after-free-one-path
    struct node *next = head->next;
    free(head);
    head = next;
  }
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  int table[10];
  table[n] = 1;
  printf("%d", table[n]);
  int each = 100 / n;
  if (n > 0 && n < 10) {
    table[n] = 2;
    each = 100 / n;
  }
  char *p = malloc(atoi(argv[2]));
  // ruleid: c-null-pointer-dereference
  strlen(getenv("HOME"));
  char *home = getenv("HOME");
  if (home) {
    // ok: c-null-pointer-dereference
    strlen(home);
  }
  FILE *f = fopen("x", "r");
  // ruleid: c-null-pointer-dereference
  fgets(p, 3, f);
  return 0;
}
