<?php
function a() { $x = source();
  if (strpos($x, '..') !== false) return;
  sink("/srv/" . $x);
}
function b() { $x = source();
  if (strpos($x, '..')) return;
  sink("/srv/" . $x); // found
}
function c() { $x = source();
  if (str_contains($x, '..')) { die('no'); }
  sink("/srv/$x");
  sink($x); // found
}
function d() { $x = source();
  if (strstr($x, '..')) return;
  sink("/srv/" . $x);
}
function e() { $x = source();
  $p = realpath("/srv/" . $x);
  if (!str_starts_with($p, "/srv/")) return;
  sink($p);
}
function f() { $x = source();
  $p = "/srv/" . $x;
  if (!str_starts_with(realpath($p), "/srv/")) return;
  sink($p);
  sink($x); // found
}
function g() { $x = source();
  if (!str_starts_with($x, "/srv/")) return;
  sink($x); // found
}
