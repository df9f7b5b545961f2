#include <memory>

void drop(Session *session, Session *other) {
  // ruleid: cpp-use-after-free
  delete session;
  other->log("gone");
  session->close(1);
}

void twice(Session *session) {
  // ruleid: cpp-use-after-free
  delete session;
  delete session;
}

void again(Session *session) {
  // ok: cpp-use-after-free
  delete session;
  session = new Session();
  session->close(1);
}

void fine(Session *session, Session *other) {
  session->close(1);
  // ok: cpp-use-after-free
  delete session;
  other->close(2);
}
