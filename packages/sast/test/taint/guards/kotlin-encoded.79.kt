fun a() {
  val x = source()
  sink(Base64.getEncoder().encodeToString(x.toByteArray()))
  sink(DigestUtils.sha256Hex(x))
  sink(x.toByteArray().toHexString())
  sink(x.length)
  sink(x.hashCode())
  sink(x.trim()) // found
}
