class A {
  void a() {
    String x = source();
    sink(x.trim()); // found
    sink(DigestUtils.md5Hex(x));
    sink(DigestUtils.md5DigestAsHex(x.getBytes()));
    sink(HexFormat.of().formatHex(x.getBytes()));
    sink(Base64.getEncoder().encodeToString(x.getBytes()));
    sink(new String(Base64.getDecoder().decode(Base64.getEncoder().encodeToString(x.getBytes())))); // found
    sink(Hex.encodeHexString(x.getBytes()));
    sink(x.length());
    sink(x.hashCode());
    sink(x.isEmpty());
    sink(UUID.fromString(x));
    sink(LocalDate.parse(x));
  }
  void b(org.w3c.dom.Element x) {
    sink(parse(source()).getLocalName());
    sink(parse(source()).getTextContent()); // found
  }
}
