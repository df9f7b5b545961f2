#include <stdio.h>
#include <syslog.h>

void tell(const char *name, char *to) {
  const char *fixed = "done\n";
  // ruleid: c-format-string
  printf(name);
  // ruleid: c-format-string
  fprintf(stderr, name);
  // ruleid: c-format-string
  syslog(LOG_ERR, name);
  // ruleid: c-format-string
  snprintf(to, 10, name);
  // ok: c-format-string
  printf("%s", name);
  // ok: c-format-string
  printf("done" "\n");
  // ok: c-format-string
  printf(fixed);
  // ok: c-format-string
  printf(_("done"));
  // ok: c-format-string
  log_printf(name);
}

void colored(void) {
  // ok: c-format-string
  printf(GREEN "passed\n" RESET);
}
