#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void check(const char *path, const char *other) {
  if (access(path, W_OK) == 0) {
    // ruleid: c-access-before-open
    FILE *file = fopen(path, "w");
    // ok: c-access-before-open
    FILE *more = fopen(other, "w");
  }
}

int checked(const char *path) {
  if (access(path, R_OK) != 0) {
    return -1;
  }
  // ruleid: c-access-before-open
  return open(path, O_RDONLY);
}

void temporary(char *name) {
  // ruleid: c-temporary-name
  char *made = tmpnam(NULL);
  // ruleid: c-temporary-name
  mktemp(name);
  // ok: c-temporary-name
  int fd = mkstemp(name);
  // ruleid: c-fixed-temporary-file
  FILE *log = fopen("/tmp/program.log", "w");
  // ruleid: c-fixed-temporary-file
  open("/tmp/lock", O_CREAT | O_RDWR, 0600);
  // ok: c-fixed-temporary-file
  open("/tmp/lock", O_CREAT | O_EXCL | O_RDWR, 0600);
  // ok: c-fixed-temporary-file
  FILE *in = fopen("/tmp/program.log", "r");
}

void rights(const char *path) {
  // ruleid: c-open-to-all
  chmod(path, 0777);
  // ruleid: c-open-to-all
  mkdir(path, S_IRWXU | S_IWOTH);
  // ok: c-open-to-all
  chmod(path, 0640);
  // ruleid: c-umask-zero
  umask(0);
  // ok: c-umask-zero
  umask(077);
  // ruleid: c-open-without-mode
  open(path, O_CREAT | O_WRONLY);
  // ok: c-open-without-mode
  open(path, O_CREAT | O_WRONLY, 0600);
  // ok: c-open-without-mode
  open(path, O_RDONLY);
}

int drop(uid_t user, gid_t group) {
  // ruleid: c-user-before-group
  if (setuid(user) != 0) {
    return -1;
  }
  if (setgid(group) != 0) {
    return -1;
  }
  return 0;
}

int drop_well(uid_t user, gid_t group) {
  // ruleid: c-rights-not-dropped
  setgid(group);
  // ok: c-user-before-group
  if (setgid(group) != 0) return -1;
  // ok: c-rights-not-dropped
  if (setuid(user) != 0) return -1;
  return 0;
}

void jail(const char *path) {
  // ruleid: c-chroot-without-chdir
  chroot(path);
  setup();
}

int jailed(const char *path) {
  // ok: c-chroot-without-chdir
  if (chroot(path) != 0 || chdir("/") != 0) {
    return -1;
  }
  return 0;
}

int jailed_too(const char *path) {
  // ok: c-chroot-without-chdir
  chroot(path);
  chdir("/");
  return 0;
}

void on_signal(int number) {
  // ruleid: c-unsafe-signal-handler
  printf("stopped by %d\n", number);
  // ok: c-unsafe-signal-handler
  _exit(1);
}

void report(int number) {
  // ok: c-unsafe-signal-handler
  printf("%d\n", number);
}

void stack(size_t size, const char *text) {
  char to[16];
  // ruleid: c-alloca-of-variable
  char *room = alloca(size);
  // ok: c-alloca-of-variable
  char *small = alloca(64);
  // ruleid: c-rest-compared-with-zero
  if (sizeof(to) - strlen(text) > 0) {
    strcpy(to, text);
  }
  // ok: c-rest-compared-with-zero
  if (strlen(text) < sizeof(to)) {
    room = small;
  }
}

int who(int state, const char *name) {
  // ruleid: c-getlogin-trusted
  if (strcmp(getlogin(), "root") == 0) return 1;
  // ok: c-getlogin-trusted
  if (getuid() == 0) return 1;
  // ruleid: c-assignment-in-condition
  if (state = 1) {
    return 2;
  }
  // ok: c-assignment-in-condition
  if (state == 1) {
    return 2;
  }
  // ok: c-assignment-in-condition
  if ((name = getenv("A"))) {
    return 3;
  }
  return 0;
}
