fun a(folder: File) { val to = File(folder, source())
  require(to.canonicalPath.startsWith(folder.canonicalPath + File.separator))
  sink(to)
}
fun b(folder: File) { val to = File(folder, source())
  require(to.canonicalPath.startsWith(folder.canonicalPath))
  sink(to) // found
}
fun c(folder: File) { val to = File(folder, source())
  if (!to.canonicalPath.startsWith(folder.canonicalPath + File.separator)) println("odd")
  sink(to) // found
}
fun d(folder: File) { val x = source()
  if (".." in x) return
  sink(File(folder, x))
  sink(File(x)) // found
}
