#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void check(const char *path, const char *other) {
  if (access(path, W_OK) == 0) {
    // ruleid: c-toctou-race
    FILE *file = fopen(path, "w");
    // ok: c-toctou-race
    FILE *more = fopen(other, "w");
  }
}

int checked(const char *path) {
  if (access(path, R_OK) != 0) {
    return -1;
  }
  // ruleid: c-toctou-race
  return open(path, O_RDONLY);
}

void temporary(char *name) {
  // ruleid: c-insecure-temporary-file
  char *made = tmpnam(NULL);
  // ruleid: c-insecure-temporary-file
  mktemp(name);
  // ok: c-insecure-temporary-file
  int fd = mkstemp(name);
  // ruleid: c-insecure-temporary-file-fixed-path
  FILE *log = fopen("/tmp/program.log", "w");
  // ruleid: c-insecure-temporary-file-fixed-path
  open("/tmp/lock", O_CREAT | O_RDWR, 0600);
  // ok: c-insecure-temporary-file-fixed-path
  open("/tmp/lock", O_CREAT | O_EXCL | O_RDWR, 0600);
  // ok: c-insecure-temporary-file-fixed-path
  FILE *in = fopen("/tmp/program.log", "r");
}

void rights(const char *path) {
  // ruleid: c-world-writable-file
  chmod(path, 0777);
  // ruleid: c-world-writable-file
  mkdir(path, S_IRWXU | S_IWOTH);
  // ok: c-world-writable-file
  chmod(path, 0640);
  // ruleid: c-insecure-umask
  umask(0);
  // ok: c-insecure-umask
  umask(077);
  // ruleid: c-missing-mode-open
  open(path, O_CREAT | O_WRONLY);
  // ok: c-missing-mode-open
  open(path, O_CREAT | O_WRONLY, 0600);
  // ok: c-missing-mode-open
  open(path, O_RDONLY);
}

int drop(uid_t user, gid_t group) {
  // ruleid: c-privilege-drop-wrong-order
  if (setuid(user) != 0) {
    return -1;
  }
  if (setgid(group) != 0) {
    return -1;
  }
  return 0;
}

int drop_well(uid_t user, gid_t group) {
  // ruleid: c-unchecked-privilege-drop
  setgid(group);
  // ok: c-privilege-drop-wrong-order
  if (setgid(group) != 0) return -1;
  // ok: c-unchecked-privilege-drop
  if (setuid(user) != 0) return -1;
  return 0;
}

void jail(const char *path) {
  // ruleid: c-incomplete-chroot
  chroot(path);
  setup();
}

int jailed(const char *path) {
  // ok: c-incomplete-chroot
  if (chroot(path) != 0 || chdir("/") != 0) {
    return -1;
  }
  return 0;
}

int jailed_too(const char *path) {
  // ok: c-incomplete-chroot
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
  // ruleid: c-stack-overflow-alloca
  char *room = alloca(size);
  // ok: c-stack-overflow-alloca
  char *small = alloca(64);
  // ruleid: c-unsigned-difference-comparison
  if (sizeof(to) - strlen(text) > 0) {
    strcpy(to, text);
  }
  // ok: c-unsigned-difference-comparison
  if (strlen(text) < sizeof(to)) {
    room = small;
  }
}

int who(int state, const char *name) {
  // ruleid: c-unreliable-user-identity-getlogin
  if (strcmp(getlogin(), "root") == 0) return 1;
  // ok: c-unreliable-user-identity-getlogin
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
