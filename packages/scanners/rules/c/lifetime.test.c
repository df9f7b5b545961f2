#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int freed(struct node *p, int bad) {
  if (bad) {
    free(p);
  }
  // ruleid: c-freed-and-used
  return p->value;
}

int freedReturned(struct node *p, int bad) {
  if (bad) {
    free(p);
    return 0;
  }
  // ok: c-freed-and-used
  return p->value;
}

void cleanup(struct node *p) {
  // ok: c-freed-and-used
  free(p->name);
  free(p);
}

void callerOfCleanup(struct node *p) {
  cleanup(p);
  // ruleid: c-freed-and-used
  printf("%d\n", p->value);
}

void freedAgain(struct node *p) {
  free(p);
  p = make();
  // ok: c-freed-and-used
  p->value = 1;
}

void list(struct node *head) {
  while (head) {
    // ok: c-freed-and-used
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
  // ruleid: c-missing-value-used
  strlen(getenv("HOME"));
  char *home = getenv("HOME");
  if (home) {
    // ok: c-missing-value-used
    strlen(home);
  }
  FILE *f = fopen("x", "r");
  // ruleid: c-missing-value-used
  fgets(p, 3, f);
  return 0;
}
