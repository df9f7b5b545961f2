#include <memory>
#include <string>
#include <string_view>
#include <vector>

void grow(std::vector<int> &list) {
  for (int item : list) {
    // ruleid: cpp-iterator-invalidation-loop
    list.push_back(item);
  }
  std::vector<int> more;
  for (int item : list) {
    // ok: cpp-iterator-invalidation-loop
    more.push_back(item);
  }
  for (auto &item : list) {
    if (item == 1) {
      // ok: cpp-iterator-invalidation-loop
      list.erase(list.begin());
      break;
    }
  }
}

class File {
 public:
  ~File() {
    if (isOpen) {
      // ruleid: cpp-exception-in-destructor
      throw std::runtime_error("still open");
    }
  }
  void close() {
    // ok: cpp-exception-in-destructor
    throw std::runtime_error("cannot close");
  }
  std::shared_ptr<File> self() {
    // ruleid: cpp-double-free-ownership
    return std::shared_ptr<File>(this);
  }
};

std::string_view name() {
  std::string text = make();
  // ruleid: cpp-dangling-view
  return text;
}

std::string whole() {
  std::string text = make();
  // ok: cpp-dangling-view
  return text;
}

void first(std::vector<Item> &list) {
  auto &item = list[0];
  list.push_back(Item());
  // ruleid: cpp-use-after-free-container-growth
  show(item);
}

void second(std::vector<Item> &list) {
  list.push_back(Item());
  auto &item = list[0];
  // ok: cpp-use-after-free-container-growth
  show(item);
}

void owners(std::unique_ptr<File> one) {
  // ruleid: cpp-double-free-ownership
  std::unique_ptr<File> other = std::unique_ptr<File>(one.get());
  // ok: cpp-double-free-ownership
  std::unique_ptr<File> moved = std::move(one);
}
