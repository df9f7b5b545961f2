class A {
  IActionResult A1() { var x = source();
    if (!Url.IsLocalUrl(x)) return BadRequest();
    sink(x);
  }
  IActionResult A2() { var x = source();
    if (Url.IsLocalUrl(x)) return BadRequest();
    sink(x); // found
  }
  IActionResult A3() { var x = source(); var y = source();
    if (!Url.IsLocalUrl(y)) return BadRequest();
    sink(x); // found
  }
  IActionResult A4() { var x = source();
    if (!Url.IsLocalUrl(x)) logger.Warn(x);
    sink(x); // found
  }
  IActionResult A5() { var x = source();
    var to = Url.IsLocalUrl(x) ? x : "/";
    sink(to);
  }
}
