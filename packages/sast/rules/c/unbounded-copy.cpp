#include <stdio.h>
#include <string.h>

#define GREETING "hello"

void greet(const char *name) {
  char line[16];
  char text[64];
  // ruleid: c-buffer-overflow-unbounded-copy
  gets(line);
  // ruleid: c-buffer-overflow-unbounded-copy
  strcpy(line, name);
#ifdef LONG
  // ruleid: c-buffer-overflow-unbounded-copy
  strcat(line, name);
#endif
  // ruleid: c-buffer-overflow-unbounded-copy
  sprintf(text, "%s, %s", "hello", name);
  // ok: c-buffer-overflow-unbounded-copy
  sprintf(text, "%d", 3);
  // ok: c-buffer-overflow-unbounded-copy
  snprintf(text, sizeof(text), "%s", name);
  // ok: c-buffer-overflow-unbounded-copy
  strcpy(line, "short");
  // ok: c-buffer-overflow-unbounded-copy
  fgets(line, sizeof(line), stdin);
}
