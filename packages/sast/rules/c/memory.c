#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void words(FILE *in) {
  char word[16];
  // ruleid: c-buffer-overflow-scanf
  scanf("%s", word);
  // ruleid: c-buffer-overflow-scanf
  fscanf(in, "%d %s", &(int){0}, word);
  // ok: c-buffer-overflow-scanf
  scanf("%15s", word);
  // ok: c-buffer-overflow-scanf
  scanf("%d", &(int){0});
}

void clear(char *text, struct item *one) {
  // ruleid: c-wrong-sizeof-pointer
  memset(text, 0, sizeof(text));
  // ruleid: c-wrong-sizeof-pointer
  memset(one, 0, sizeof(one));
  // ok: c-wrong-sizeof-pointer
  memset(one, 0, sizeof(*one));
  char own[16];
  // ok: c-wrong-sizeof-pointer
  memset(own, 0, sizeof(own));
  char *more = malloc(64);
  if (more == NULL) return;
  // ruleid: c-wrong-sizeof-pointer
  snprintf(more, sizeof(more), "%s", text);
}

char *copy(const char *text) {
  // ruleid: c-off-by-one-allocation
  char *to = malloc(strlen(text));
  if (to == NULL) return NULL;
  strcpy(to, text);
  return to;
}

char *copied(const char *text) {
  // ruleid: c-off-by-one-allocation
  char *odd = malloc(strlen(text + 1));
  // ok: c-off-by-one-allocation
  char *to = malloc(strlen(text) + 1);
  if (to == NULL) return NULL;
  strcpy(to, text);
  return to;
}

void add(const char *text, size_t size) {
  char to[32] = "";
  // ruleid: c-buffer-overflow-strncat
  strncat(to, text, sizeof(to));
  // ruleid: c-buffer-overflow-strncat
  strncat(to, text, sizeof(to) - strlen(to));
  // ok: c-buffer-overflow-strncat
  strncat(to, text, sizeof(to) - strlen(to) - 1);
  // ruleid: c-buffer-overflow-source-length
  strncpy(to, text, strlen(text));
  // ruleid: c-buffer-overflow-source-length
  memcpy(to, text, strlen(text) + 1);
  // ok: c-buffer-overflow-source-length
  strncpy(to, text, sizeof(to) - 1);
  if (strlen(text) < sizeof(to)) {
    // ok: c-buffer-overflow-source-length
    memcpy(to, text, strlen(text) + 1);
  }
}

void ends(int fd) {
  char line[64];
  ssize_t got;
  // ruleid: c-off-by-one-write
  line[sizeof(line)] = 0;
  // ruleid: c-off-by-one-write
  line[64] = '\0';
  // ok: c-off-by-one-write
  line[sizeof(line) - 1] = 0;
  // ok: c-off-by-one-write
  line[63] = 0;
  got = read(fd, line, sizeof(line) - 1);
  // ok: c-off-by-one-write
  line[got] = 0;
}

void read_all(int fd) {
  char line[64];
  ssize_t got = read(fd, line, sizeof(line));
  // ruleid: c-off-by-one-write
  line[got] = 0;
}

void fill(void) {
  int numbers[10];
  // ruleid: c-off-by-one-loop
  for (int i = 0; i <= 10; i++) {
    numbers[i] = i;
  }
  // ok: c-off-by-one-loop
  for (int i = 0; i < 10; i++) {
    numbers[i] = i;
  }
}

void grow(char *list, size_t size) {
  // ruleid: c-memory-leak-realloc
  list = realloc(list, size * 2);
  // ruleid: c-memory-leak-realloc
  list = (char *)realloc(list, size);
  // ok: c-memory-leak-realloc
  char *more = realloc(list, size);
}

void gone(char *text, struct item *one) {
  free(text);
  // ruleid: c-use-after-free
  puts(text);
  free(one);
  // ruleid: c-use-after-free
  one->count = 1;
}

void gone_well(char *text, struct item *one) {
  puts(text);
  free(text);
  text = strdup("a");
  // ok: c-use-after-free
  puts(text);
  if (one->count == 0) {
    free(one);
    return;
  }
  // ok: c-use-after-free
  one->count = 1;
}

void twice(char *text, char *other) {
  // ruleid: c-double-free
  free(text);
  puts("freed");
  free(text);
  // ok: c-double-free
  free(other);
  other = NULL;
  free(other);
  // ok: c-double-free
  free(malloc(1));
  puts("again");
  free(malloc(1));
}

void anew(char *text, void *piece) {
  // ok: c-double-free
  free(piece);
  posix_memalign((void **)&piece, 64, 64);
  free(piece);
}

void last(struct item *one) {
  // ok: c-use-after-free
  if (one->count > 0) free(one);
}

char *stack(int which) {
  char own[16];
  static char kept[16];
  char *made = malloc(16);
  // ruleid: c-invalid-free
  free(own);
  // ok: c-invalid-free
  free(made);
  if (which == 1) {
    // ok: c-return-of-stack-address
    return kept;
  }
  // ruleid: c-return-of-stack-address
  return own;
}

void unchecked(const char *text) {
  // ruleid: c-null-pointer-dereference-malloc
  char *to = malloc(64);
  strncpy(to, text, 63);
  // ok: c-null-pointer-dereference-malloc
  char *next = malloc(64);
  if (next == NULL) return;
  strncpy(next, text, 63);
}
