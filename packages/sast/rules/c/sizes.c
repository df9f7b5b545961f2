#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

static void copy(char *to, const char *from, size_t many) {
  // ruleid: c-buffer-overflow-copy-length
  memcpy(to, from, many);
}

int take(int fd, char *packet) {
  char to[64];
  uint32_t size = ntohl(*(uint32_t *)packet);
  // ruleid: c-buffer-overflow-copy-length
  memcpy(to, packet + 4, size);
  copy(to, packet, atoi(packet));
  // ok: c-buffer-overflow-copy-length
  memcpy(to, packet, 16);
  return 0;
}

int take_well(int fd, char *packet) {
  char to[64];
  uint32_t size = ntohl(*(uint32_t *)packet);
  if (size > sizeof(to)) {
    return -1;
  }
  // ok: c-buffer-overflow-copy-length
  memcpy(to, packet + 4, size);
  uint32_t other = ntohl(*(uint32_t *)packet);
  if (other <= sizeof(to)) {
    // ok: c-buffer-overflow-copy-length
    memcpy(to, packet + 4, other);
  }
  return 0;
}

int rooms(char **argv) {
  int count = atoi(argv[1]);
  // ruleid: c-integer-overflow-allocation-size
  int *list = malloc(count * sizeof(int));
  // ok: c-integer-overflow-allocation-size
  int *safe = calloc(count, sizeof(int));
  int index;
  scanf("%d", &index);
  // ruleid: c-out-of-bounds-write
  list[index] = 1;
  if (index < 0 || index >= 10) return -1;
  // ok: c-out-of-bounds-write
  list[index] = 1;
  return 0;
}

int main(int argc, char **argv) {
  char line[64];
  // ruleid: c-format-string-external-input
  printf(argv[1], 1);
  fgets(line, sizeof(line), stdin);
  // ruleid: c-format-string-external-input
  syslog(LOG_ERR, line, argc);
  // ok: c-format-string-external-input
  printf("%s", line);
  return 0;
}
