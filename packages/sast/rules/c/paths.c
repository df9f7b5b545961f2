#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static void run(const char *line) {
  system(line);
}

static const char *named(void) { return getenv("QUERY_STRING"); }

int main(int argc, char **argv) {
  char text[256], line[256], *home = getenv("HOME");
  system(argv[1]);
  snprintf(text, sizeof(text), "ls -l %s", home);
  FILE *pipe = popen(text, "r");
  fgets(line, sizeof(line), stdin);
  run(line);
  char all[512] = "tar cf /tmp/out.tar ";
  strncat(all, named(), sizeof(all) - strlen(all) - 1);
  execl("/bin/sh", "sh", "-c", all, (char *)NULL);
  execl("/bin/ls", "ls", "--", argv[1], (char *)NULL);
  system("ls -l /tmp");
  int many = atoi(argv[2]);
  char wait[32];
  snprintf(wait, sizeof(wait), "sleep %d", many);
  system(wait);
  return 0;
}

void programs(int fd, char **list) {
  char name[64];
  ssize_t got = recv(fd, name, sizeof(name) - 1, 0);
  name[got > 0 ? got : 0] = 0;
  execv(name, list);
  dlopen(getenv("PLUGIN"), 2);
  execv("/usr/bin/id", list);
  dlopen("libz.so.1", 2);
}

void rows(sqlite3 *db, int fd) {
  char name[64], sql[256];
  sqlite3_stmt *ready;
  recv(fd, name, sizeof(name), 0);
  sprintf(sql, "select * from users where name = '%s'", name);
  sqlite3_exec(db, sql, 0, 0, 0);
  sqlite3_prepare_v2(db, "select * from users where name = ?", -1, &ready, 0);
  sqlite3_bind_text(ready, 1, name, -1, SQLITE_TRANSIENT);
  char *quoted = sqlite3_mprintf("select * from users where name = %Q", name);
  sqlite3_exec(db, quoted, 0, 0, 0);
}

void tables(PGconn *conn) {
  char sql[256];
  strcpy(sql, "drop table ");
  strcat(sql, getenv("HTTP_X_TABLE"));
  PQexec(conn, sql);
}

void files(int fd) {
  char name[64], path[256];
  recv(fd, name, sizeof(name), 0);
  snprintf(path, sizeof(path), "/srv/files/%s", name);
  // ruleid: c-path-traversal
  FILE *file = fopen(path, "r");
  // ruleid: c-path-traversal
  unlink(path);
  // ruleid: c-path-traversal
  int other = open(named(), 0);
  char last[256];
  snprintf(last, sizeof(last), "/srv/files/%s", basename(name));
  // ok: c-path-traversal
  FILE *below = fopen(last, "r");
  // ok: c-path-traversal
  FILE *own = fopen(getenv("HOME"), "r");
}
