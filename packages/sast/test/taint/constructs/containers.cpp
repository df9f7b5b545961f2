//// what loops take out of a vector
#include <vector>
void f() {
  std::vector<std::string> v;
  v.push_back(source());
  for (const auto& x : v) {
    sink(x); // found
  }
  for (auto it = v.begin(); it != v.end(); ++it) {
    sink(*it); // found
  }
  for (size_t i = 0; i < v.size(); i++) sink(v[i]); // found
  sink(v.at(0)); // found
  sink(v.front()); // found
}

//// what loops take out of a map
void f() {
  std::map<std::string, std::string> m;
  m["a"] = source();
  m["b"] = "x";
  for (auto& [k, v] : m) {
    sink(v); // found
  }
  for (auto& p : m) sink(p.second); // found
  sink(m["a"]); // found
  sink(m["b"]);
  sink(m.at("a")); // found
  auto it = m.find("a");
  sink(it->second); // found
}

//// pairs that are put into a map
void f() {
  std::map<std::string, std::string> m;
  m.insert({"a", source()});
  m.emplace("b", "x");
  sink(m["a"]); // found
  std::unordered_map<std::string, std::string> n;
  n.insert(std::make_pair("a", source()));
  sink(n["a"]); // found
  std::pair<std::string, std::string> p("x", source());
  sink(p.second); // found
}

//// algorithms
void f() {
  std::vector<std::string> in{source()};
  std::vector<std::string> out;
  std::copy(in.begin(), in.end(), std::back_inserter(out));
  sink(out[0]); // found
  std::vector<std::string> t;
  std::transform(in.begin(), in.end(), std::back_inserter(t), [](const std::string& s) { return s + "x"; });
  sink(t[0]); // found
  std::string joined = std::accumulate(in.begin(), in.end(), std::string());
  sink(joined); // found
  std::string up = source();
  std::transform(up.begin(), up.end(), up.begin(), ::toupper);
  sink(up); // found
  std::swap(out, t);
  sink(t[0]); // found
}

//// pairs and tuples
std::pair<std::string, int> get() { return {source(), 1}; }
std::tuple<std::string, std::string> two() { return std::make_tuple(source(), "x"); }
void f() {
  auto [a, n] = get();
  sink(a); // found
  auto p = get();
  sink(p.first); // found
  auto t = two();
  sink(std::get<0>(t)); // found
  std::string b, c;
  std::tie(b, c) = two();
  sink(b); // found
  auto [x, y] = two();
  sink(x); // found
}
