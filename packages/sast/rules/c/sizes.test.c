#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  int table[10];
  // ruleid: c-out-of-bounds-write
  table[n] = 1;
  // ruleid: c-out-of-bounds-read
  printf("%d", table[n]);
  // ruleid: c-division-by-zero
  int each = 100 / n;
  if (n > 0 && n < 10) {
    // ok: c-out-of-bounds-write
    table[n] = 2;
    // ok: c-division-by-zero
    each = 100 / n;
  }
  // ruleid: c-integer-overflow-allocation-size
  char *p = malloc(atoi(argv[2]));
  strlen(getenv("HOME"));
  char *home = getenv("HOME");
  if (home) {
    strlen(home);
  }
  FILE *f = fopen("x", "r");
  fgets(p, 3, f);
  return 0;
}

void packet(int fd) {
  struct header header;
  char body[100];
  recv(fd, &header, sizeof(header), 0);
  // ruleid: c-buffer-overflow-copy-length
  recv(fd, body, header.length, 0);
  // ruleid: c-buffer-overflow-loop-bound
  for (int i = 0; i < header.count; i++) {
    body[i] = 0;
  }
}

void looked_at_too_little(int fd, char *packet) {
  char to[64];
  uint32_t size = ntohl(*(uint32_t *)packet);
  if (size > sizeof(to)) printf("large\n");
  // ruleid: c-buffer-overflow-copy-length
  memcpy(to, packet + 4, size);
  uint32_t other = ntohl(*(uint32_t *)(packet + 8));
  uint32_t said = ntohl(*(uint32_t *)(packet + 12));
  if (other > said) return;
  // ruleid: c-buffer-overflow-copy-length
  memcpy(to, packet + 4, other);
  if (other <= sizeof(to)) return;
  // ruleid: c-buffer-overflow-copy-length
  memcpy(to, packet + 4, other);
}

int signed_only(char **argv) {
  int table[10];
  int n = atoi(argv[1]);
  if (n >= 10) return -1;
  // ruleid: c-out-of-bounds-write
  table[n] = 1;
  if (n < 0) return -1;
  // ok: c-out-of-bounds-write
  table[n] = 2;
  int m = atoi(argv[2]);
  if (m != 0) printf("some\n");
  // ruleid: c-division-by-zero
  return 100 / m;
}
