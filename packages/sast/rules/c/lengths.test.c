#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

void copied(const char *from, size_t length) {
  char to[64];
  // ruleid: c-buffer-overflow-unchecked-length
  memcpy(to, from, length);
}

void copiedChecked(const char *from, size_t length) {
  char to[64];
  if (length > sizeof(to)) {
    return;
  }
  // ok: c-buffer-overflow-unchecked-length
  memcpy(to, from, length);
}

void copiedLess(const char *from, size_t length) {
  char to[64];
  size_t n = length < sizeof(to) ? length : sizeof(to);
  // ok: c-buffer-overflow-unchecked-length
  memcpy(to, from, n);
}

void literals(void) {
  char small[4];
  // ruleid: c-buffer-overflow-string-literal
  strcpy(small, "hello");
  char wide[8];
  // ok: c-buffer-overflow-string-literal
  strcpy(wide, "hello");
  // ruleid: c-out-of-bounds-constant-index
  small[5] = 0;
  // ok: c-out-of-bounds-constant-index
  wide[7] = 0;
  char exact[5];
  // ruleid: c-buffer-overflow-string-literal
  strcpy(exact, "hello");
}

void unterminated(const char *from) {
  char to[16];
  // ruleid: c-missing-null-terminator-strncpy
  strncpy(to, from, sizeof(to));
  puts(to);
}

void terminated(const char *from) {
  char to[16];
  // ok: c-missing-null-terminator-strncpy
  strncpy(to, from, sizeof(to));
  to[sizeof(to) - 1] = '\0';
}

void readText(int fd) {
  char text[100];
  ssize_t n = read(fd, text, sizeof(text));
  // ruleid: c-missing-null-terminator-read
  printf("%s", text);
}

void readTextEnded(int fd) {
  char text[100];
  ssize_t n = read(fd, text, sizeof(text) - 1);
  text[n] = 0;
  // ok: c-missing-null-terminator-read
  printf("%s", text);
}

void said(int fd, const char *name) {
  char text[32];
  int n = snprintf(text, sizeof(text), "hello %s", name);
  // ruleid: c-out-of-bounds-read-snprintf
  write(fd, text, n);
}

void saidChecked(int fd, const char *name) {
  char text[32];
  int n = snprintf(text, sizeof(text), "hello %s", name);
  if (n >= (int)sizeof(text)) {
    n = sizeof(text) - 1;
  }
  // ok: c-out-of-bounds-read-snprintf
  write(fd, text, n);
}

void negative(const char *from, int n) {
  char to[64];
  if (n > 64) {
    return;
  }
  // ruleid: c-integer-conversion-negative-length
  memcpy(to, from, n);
}

void notNegative(const char *from, int n) {
  char to[64];
  if (n < 0 || n > 64) {
    return;
  }
  // ok: c-integer-conversion-negative-length
  memcpy(to, from, n);
}
