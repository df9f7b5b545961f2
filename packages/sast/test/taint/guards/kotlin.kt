enum class Role { A, B }
class G {
  private val modes = setOf("a", "b")
  private val map = mapOf("a" to "x")
  fun a() { val x = source()
    val c = if (x in modes) x else "a"
    sink(c)
  }
  fun b() { val x = source()
    if (x !in modes) return
    sink(x)
  }
  fun c() { val x = source()
    val d = when (x) { "a", "b" -> x; else -> "c" }
    sink(d)
  }
  fun d() { val x = source()
    require(x in modes) { "no" }
    sink(x)
  }
  fun e() { val x = source()
    val n = x.toIntOrNull() ?: return
    sink(x)
  }
  fun f() { val x = source()
    if (!x.matches(Regex("[a-z]+"))) return
    sink(x)
  }
  fun g() { val x = source()
    if (!x.all { it.isLetterOrDigit() }) return
    sink(x)
  }
  fun h() { val x = source()
    val r = Role.valueOf(x)
    sink(r.name)
    sink(x)
  }
  fun i() { val x = source()
    val y = map[x] ?: "z"
    sink(y)
    if (!map.containsKey(x)) return
    sink(x)
  }
  fun j() { val x = source()
    if (x !in modes) println(x)
    sink(x) // found
  }
  private fun isAllowed(x: String) = x in modes
  fun k() { val x = source()
    if (!isAllowed(x)) return
    sink(x)
  }
  fun l() { val x = source()
    when (x) {
      "a" -> sink(x)
      else -> sink(x) // found
    }
  }
  fun m() { val x = source()
    if (!x.startsWith("a")) return
    sink(x) // found
  }
  fun n() { val x = source()
    val y = x.takeIf { it in modes } ?: "a"
    sink(y)
  }
}
