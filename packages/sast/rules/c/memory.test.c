#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

void parameter(char text[100]) {
  // ruleid: c-wrong-sizeof-pointer
  memset(text, 0, sizeof(text));
}

int *local(void) {
  int x = 1;
  // ruleid: c-return-of-stack-address
  return &x;
}
