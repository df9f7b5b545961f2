<?php
function a() { $x = source();
  if (!preg_match('/^[a-z]+$/', $x)) return;
  sink($x); // found
}
function b() { $x = source();
  if (!preg_match('/^[a-z]+$/D', $x)) return;
  sink($x);
}
function c() { $x = source();
  if (!preg_match('/^[a-z]+\z/', $x)) return;
  sink($x);
}
function d() { $x = source();
  if (!preg_match('/^[a-z]+\Z/', $x)) return;
  sink($x); // found
}
function e() { $x = source();
  if (!is_numeric($x)) return;
  sink($x); // found
}
function f() { $x = source();
  if (!ctype_digit($x)) return;
  sink($x);
}
