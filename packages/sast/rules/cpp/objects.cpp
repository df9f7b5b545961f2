#include <random>
#include <sstream>
#include <string>
#include <vector>

void arrays(int count) {
  int *list = new int[count];
  // ruleid: cpp-mismatched-delete-array
  delete list;
  int *other = new int[count];
  // ok: cpp-mismatched-delete-array
  delete[] other;
  auto *one = new Thing(1);
  // ruleid: cpp-mismatched-delete-scalar
  delete[] one;
  auto *two = new Thing(2);
  // ok: cpp-mismatched-delete-scalar
  delete two;
  auto *three = new Thing(3);
  // ruleid: cpp-mismatched-deallocation-free
  free(three);
  char *four = (char *)malloc(4);
  // ruleid: cpp-mismatched-deallocation-delete
  delete four;
  char *five = (char *)malloc(4);
  // ok: cpp-mismatched-deallocation-free
  free(five);
}

void texts(const std::string &a, std::stringstream &stream) {
  // ruleid: cpp-use-after-free-c-str
  const char *sum = (a + "b").c_str();
  // ruleid: cpp-use-after-free-c-str
  const char *text = stream.str().c_str();
  // ok: cpp-use-after-free-c-str
  const char *fine = a.c_str();
  // ok: cpp-use-after-free-c-str
  puts((a + "b").c_str());
}

const char *name() {
  std::string own = "a";
  static std::string kept = "b";
  if (own.empty()) {
    // ok: cpp-return-of-local-string
    return kept.c_str();
  }
  // ruleid: cpp-return-of-local-string
  return own.c_str();
}

void loops(std::vector<int> &list) {
  for (auto it = list.begin(); it != list.end(); ++it) {
    // ruleid: cpp-use-after-free-erase
    list.erase(it);
  }
  for (auto it = list.begin(); it != list.end();) {
    // ok: cpp-use-after-free-erase
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

// ruleid: cpp-missing-virtual-destructor
class Shape {
 public:
  virtual int area() = 0;
  ~Shape();
};

// ok: cpp-missing-virtual-destructor
class Better {
 public:
  virtual int area() = 0;
  virtual ~Better();
};

void quiet() {
  // ruleid: cpp-ignored-exception
  try {
    run();
  } catch (...) {
  }
  // ok: cpp-ignored-exception
  try {
    run();
  } catch (...) {
    throw;
  }
}

void words() {
  char word[16];
  std::string text;
  // ruleid: cpp-buffer-overflow-cin
  std::cin >> word;
  // ok: cpp-buffer-overflow-cin
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
