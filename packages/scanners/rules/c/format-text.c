#include <stdio.h>
#include <syslog.h>

void tell(const char *name, char *to) {
  const char *fixed = "done\n";
  // ruleid: c-format-text
  printf(name);
  // ruleid: c-format-text
  fprintf(stderr, name);
  // ruleid: c-format-text
  syslog(LOG_ERR, name);
  // ruleid: c-format-text
  snprintf(to, 10, name);
  // ok: c-format-text
  printf("%s", name);
  // ok: c-format-text
  printf("done" "\n");
  // ok: c-format-text
  printf(fixed);
  // ok: c-format-text
  printf(_("done"));
  // ok: c-format-text
  log_printf(name);
}

void colored(void) {
  // ok: c-format-text
  printf(GREEN "passed\n" RESET);
}
