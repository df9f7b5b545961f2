class A {
  void B() {
    string x = source();
    sink(Convert.ToHexString(MD5.HashData(Encoding.UTF8.GetBytes(x))));
    sink(Convert.ToBase64String(Encoding.UTF8.GetBytes(x)));
    sink(Encoding.UTF8.GetString(Convert.FromBase64String(Convert.ToBase64String(Encoding.UTF8.GetBytes(x))))); // found
    sink(BitConverter.ToString(Encoding.UTF8.GetBytes(x)));
    sink(x.Length);
    sink(x.GetHashCode());
    sink(x.ToString()); // found
    sink(Guid.Parse(x));
  }
}
