void a() {
  std::string x = source();
  sink(base64_encode(x));
  sink(x.size());
  sink(x.c_str()); // found
}
