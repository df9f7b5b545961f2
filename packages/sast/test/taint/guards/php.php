<?php
const TABLES = ['a', 'b'];
class G {
  private const ALLOWED = ['a', 'b'];
  private static $map = ['a' => 'x'];
  function a() { $x = source();
    if (!in_array($x, self::ALLOWED, true)) { $x = 'a'; }
    sink($x);
  }
  private function isAllowed($x) { return in_array($x, self::ALLOWED, true); }
  function b() { $x = source();
    if (!$this->isAllowed($x)) { throw new Exception(); }
    sink($x);
  }
}
function a() { $x = source();
  if (!in_array($x, ['a', 'b'], true)) { $x = 'a'; }
  sink($x);
}
function b() { $x = source();
  if (!preg_match('/^[a-z]+$/', $x)) return;
  sink($x);
}
function c() { $x = source();
  if (preg_match('/^[a-z]+$/', $x) !== 1) { exit; }
  sink($x);
}
function d() { $x = source();
  if (!preg_match('/[a-z]+/', $x)) return;
  sink($x); // found
}
function e() { $x = source();
  $map = ['a' => 'x'];
  $y = $map[$x] ?? 'z';
  sink($y);
  if (!isset($map[$x])) return;
  sink($x);
}
function f() { $x = source();
  $y = match ($x) { 'a', 'b' => $x, default => 'c' };
  sink($y);
  switch ($x) { case 'a': case 'b':
      sink($x);
      break;
    default:
      sink($x); // found
  }
}
function g() { $x = source();
  if (!ctype_alnum($x)) die('no');
  sink($x);
}
function h() { $x = source();
  if (!in_array($x, TABLES)) { error_log($x); }
  sink($x); // found
}
function i() { $x = source();
  if ($x !== 'a' && $x !== 'b') { $x = 'a'; }
  sink($x);
}
function j() { $x = source();
  sink(in_array($x, TABLES, true) ? $x : 'a');
}
function k() { $x = source();
  if (strpos($x, 'a') !== 0) return;
  sink($x); // found
}
function l() { $x = source();
  if (!array_key_exists($x, ['a' => 1])) return;
  sink($x);
}
function m() { $x = source();
  if (filter_var($x, FILTER_VALIDATE_INT) === false) return;
  sink($x);
}
