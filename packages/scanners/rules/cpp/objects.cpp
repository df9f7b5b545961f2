#include <random>
#include <sstream>
#include <string>
#include <vector>

void arrays(int count) {
  int *list = new int[count];
  // ruleid: cpp-array-deleted-as-one
  delete list;
  int *other = new int[count];
  // ok: cpp-array-deleted-as-one
  delete[] other;
  auto *one = new Thing(1);
  // ruleid: cpp-one-deleted-as-array
  delete[] one;
  auto *two = new Thing(2);
  // ok: cpp-one-deleted-as-array
  delete two;
  auto *three = new Thing(3);
  // ruleid: cpp-new-freed
  free(three);
  char *four = (char *)malloc(4);
  // ruleid: cpp-malloc-deleted
  delete four;
  char *five = (char *)malloc(4);
  // ok: cpp-new-freed
  free(five);
}

void texts(const std::string &a, std::stringstream &stream) {
  // ruleid: cpp-text-of-temporary
  const char *sum = (a + "b").c_str();
  // ruleid: cpp-text-of-temporary
  const char *text = stream.str().c_str();
  // ok: cpp-text-of-temporary
  const char *fine = a.c_str();
  // ok: cpp-text-of-temporary
  puts((a + "b").c_str());
}

const char *name() {
  std::string own = "a";
  static std::string kept = "b";
  if (own.empty()) {
    // ok: cpp-text-of-local
    return kept.c_str();
  }
  // ruleid: cpp-text-of-local
  return own.c_str();
}

void loops(std::vector<int> &list) {
  for (auto it = list.begin(); it != list.end(); ++it) {
    // ruleid: cpp-erase-in-loop
    list.erase(it);
  }
  for (auto it = list.begin(); it != list.end();) {
    // ok: cpp-erase-in-loop
    it = list.erase(it);
  }
}

void moved(std::string a, std::string b) {
  keep(std::move(a));
  // ruleid: cpp-use-after-move
  a.append("x");
  keep(std::move(b));
  b = "new";
  // ok: cpp-use-after-move
  b.append("x");
}

// ruleid: cpp-destructor-not-virtual
class Shape {
 public:
  virtual int area() = 0;
  ~Shape();
};

// ok: cpp-destructor-not-virtual
class Better {
 public:
  virtual int area() = 0;
  virtual ~Better();
};

void quiet() {
  // ruleid: cpp-caught-and-dropped
  try {
    run();
  } catch (...) {
  }
  // ok: cpp-caught-and-dropped
  try {
    run();
  } catch (...) {
    throw;
  }
}

void words() {
  char word[16];
  std::string text;
  // ruleid: cpp-cin-into-array
  std::cin >> word;
  // ok: cpp-cin-into-array
  std::cin >> text;
}

void numbers(int dice) {
  std::mt19937 engine(1);
  std::uniform_int_distribution<int> all(0, 9);
  // ruleid: cpp-weak-random
  int token = all(engine);
  // ok: cpp-weak-random
  dice = all(engine);
}
