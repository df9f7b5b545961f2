#include <memory>
#include <string>
#include <string_view>
#include <vector>

void grow(std::vector<int> &list) {
  for (int item : list) {
    // ruleid: cpp-container-changed-in-loop
    list.push_back(item);
  }
  std::vector<int> more;
  for (int item : list) {
    // ok: cpp-container-changed-in-loop
    more.push_back(item);
  }
  for (auto &item : list) {
    if (item == 1) {
      // ok: cpp-container-changed-in-loop
      list.erase(list.begin());
      break;
    }
  }
}

class File {
 public:
  ~File() {
    if (isOpen) {
      // ruleid: cpp-throw-in-destructor
      throw std::runtime_error("still open");
    }
  }
  void close() {
    // ok: cpp-throw-in-destructor
    throw std::runtime_error("cannot close");
  }
  std::shared_ptr<File> self() {
    // ruleid: cpp-owned-twice
    return std::shared_ptr<File>(this);
  }
};

std::string_view name() {
  std::string text = make();
  // ruleid: cpp-view-of-local
  return text;
}

std::string whole() {
  std::string text = make();
  // ok: cpp-view-of-local
  return text;
}

void first(std::vector<Item> &list) {
  auto &item = list[0];
  list.push_back(Item());
  // ruleid: cpp-reference-kept-over-growth
  show(item);
}

void second(std::vector<Item> &list) {
  list.push_back(Item());
  auto &item = list[0];
  // ok: cpp-reference-kept-over-growth
  show(item);
}

void owners(std::unique_ptr<File> one) {
  // ruleid: cpp-owned-twice
  std::unique_ptr<File> other = std::unique_ptr<File>(one.get());
  // ok: cpp-owned-twice
  std::unique_ptr<File> moved = std::move(one);
}
