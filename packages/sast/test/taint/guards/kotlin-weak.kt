class W {
  private val modes = setOf("a", "b")
  private val grown = mutableSetOf("a")
  private val openMap = mutableMapOf("a" to "x")
  fun teach() { grown.add(source()); openMap[source()] = "a" }
  fun a() { val x = source()
    if (x !in grown) return
    sink(x) // found
  }
  fun b() { val x = source()
    if (!openMap.containsKey(x)) return
    sink(x) // found
  }
  fun c() { val x = source(); val y = source()
    if (y !in modes) return
    sink(x) // found
    sink(y)
  }
  fun d() { var x = source()
    if (x !in modes) return
    x = source()
    sink(x) // found
  }
  fun e() { val x = source()
    if (!Regex("[a-z]+").containsMatchIn(x)) return
    sink(x) // found
  }
  fun f() { val x = source()
    if (!Regex("^[a-z]+$", RegexOption.MULTILINE).containsMatchIn(x)) return
    sink(x) // found
  }
  fun g() { val x = source()
    if (!Regex("^[a-z]+$", RegexOption.IGNORE_CASE).containsMatchIn(x)) return
    sink(x)
  }
  fun h() { val x = source()
    assert(x in modes)
    sink(x) // found
  }
  fun i() { val x = source()
    runCatching { require(x in modes) }
    sink(x) // found
  }
  fun j() { val x = source()
    try { require(x in modes) } catch (e: Exception) { println(e) }
    sink(x) // found
  }
  fun k() { val x: Any = source()
    if (x !is String) return
    sink(x) // found
  }
  fun l() { val x = source()
    if (!x.any { it.isLetterOrDigit() }) return
    sink(x) // found
  }
  fun m() { val x = source()
    if (x.split(",")[0] !in modes) return
    sink(x) // found
  }
  fun n() { val x = source()
    if (x.split(",").first() !in modes) return
    sink(x) // found
  }
  fun o() { val x = source()
    val n = x.toIntOrNull() ?: 0
    sink(x) // found
  }
  fun p() { val x = source()
    val y = when (x) { "a" -> "b"; else -> x }
    sink(y) // found
  }
  fun q() { val x = source()
    when (x) {
      is String -> sink(x) // found
    }
  }
  fun r() { val x = source()
    when { x in modes -> sink(x)
      x.length > 2 -> 
        sink(x) // found
    }
  }
  fun s() { val x = source()
    val y = x.takeIf { it.length > 2 } ?: "a"
    sink(y) // found
  }
  fun t() { val x = source()
    val y = x.takeUnless { it in modes } ?: "a"
    sink(y) // found
  }
  private fun ok(x: String, kind: String) = kind in modes
  fun u() { val x = source()
    if (!ok(kind = "a", x = x)) return
    sink(x) // found
  }
  fun v() { val x = source()
    if (!ok("a", x)) return
    sink(x)
  }
  fun w() { val x = source()
    val allowed = source().split(",")
    if (x !in allowed) return
    sink(x) // found
  }
  open fun fine(x: String) = x in modes
  fun y() { val x = source()
    if (!fine(x)) return
    sink(x) // found
  }
  fun z() { val x = source()
    if (!x.all { it.isLetterOrDigit() }) return
    sink(String(Base64.getDecoder().decode(x))) // found
    sink(x)
  }
  private fun demand(x: String) { require(x in modes) }
  private fun demandLittle(x: String) { require(x.length > 2) }
  fun ab() { val x = source()
    demand(x)
    sink(x)
  }
  fun ac() { val x = source()
    demandLittle(x)
    sink(x) // found
  }
  fun aa() { val x = source()
    x.let { if (it !in modes) println(it) }
    sink(x) // found
  }
}
class Open : W() { override fun fine(x: String) = true }
