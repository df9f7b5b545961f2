//// what is written into a stream
#include <sstream>
void f() {
  std::ostringstream out;
  out << "ls " << source() << " -l";
  sink(out.str()); // found
}

//// what is read out of a stream that was written into
void f() {
  std::stringstream ss;
  std::string a = source();
  ss << a;
  std::string b;
  ss >> b;
  sink(b); // found
}

//// lines of a stream
void f() {
  std::istringstream in(source());
  std::string line;
  while (std::getline(in, line, ',')) {
    sink(line); // found
  }
}

//// words of a stream
void f() {
  std::istringstream in(source());
  std::string word;
  int n;
  while (in >> word) sink(word); // found
}
