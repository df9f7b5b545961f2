<?php
class W {
  private const ALLOWED = ['a', 'b'];
  private static $open = ['a'];
  private $kept = ['a'];
  function teach() { self::$open[] = source(); }
  function a() { $x = source();
    if (!in_array($x, self::$open, true)) return;
    sink($x); // found
  }
  function b() { $x = source(); $y = source();
    if (!in_array($y, self::ALLOWED, true)) return;
    sink($x); // found
    sink($y);
  }
  protected function ok($x) { return in_array($x, self::ALLOWED, true); }
  function c() { $x = source();
    if (!$this->ok($x)) return;
    sink($x); // found
  }
  private function always($x) { in_array($x, self::ALLOWED, true); return true; }
  function d() { $x = source();
    if (!$this->always($x)) return;
    sink($x); // found
  }
  function e() { $x = source();
    if (!in_array($x, $this->kept, true)) return;
    sink($x);
  }
}
class Open extends W { protected function ok($x) { return true; } }
function a() { $x = source();
  if (!preg_match('/^[a-z]+$/m', $x)) return;
  sink($x); // found
}
function b() { $x = source();
  if (!preg_match('/^[a-z]+/', $x)) return;
  sink($x); // found
}
function c() { $x = source();
  if (!preg_match($x, '/^[a-z]+$/')) return;
  sink($x); // found
}
function d() { $x = source();
  if (!preg_match('/^[A-z]+$/D', $x)) return;
  sink($x); // found
}
function e() { $x = source();
  if (preg_match('/^[a-z]+$/', $x) === false) return;
  sink($x); // found
}
function f() { $x = source();
  if (in_array($x, [1, 2])) {
    sink($x); // found
  }
}
function g() { $x = source();
  if (in_array($x, [1, 2], true)) {
    sink($x);
  }
}
function h() { $x = source();
  if ($x == 1) {
    sink($x); // found
  }
}
function i() { $x = source();
  if ($x === 1) {
    sink($x);
  }
}
function j() { $x = source();
  if ($x == true) {
    sink($x); // found
  }
}
function k() { $x = source();
  if (!is_string($x)) return;
  sink($x); // found
}
function l() { $x = source();
  if (!is_numeric($x)) return;
  sink($x);
}
function m() { $x = source();
  if (filter_var($x, FILTER_VALIDATE_EMAIL) === false) return;
  sink($x); // found
}
function n() { $x = source();
  if (intval($x) <= 0) return;
  sink($x); // found
}
function o() { $x = source();
  assert(in_array($x, ['a', 'b'], true));
  sink($x); // found
}
function p() { $x = source();
  if (!in_array($x, ['a', 'b'], true)) { header('Location: /'); }
  sink($x); // found
}
function q() { $x = source();
  if (!in_array($x, ['a', 'b'], true)) { header('Location: /'); exit; }
  sink($x);
}
function r() { $x = source();
  $list = ['a'];
  $list[] = source();
  if (!in_array($x, $list, true)) return;
  sink($x); // found
}
function s() { $x = source();
  switch ($x) { case 'a': error_log('a');
    default:
      sink($x); // found
  }
}
function t() { $x = source();
  switch ($x) { case 1:
      sink($x); // found
      break;
  }
}
function u() { $x = source();
  $allowed = explode(',', source());
  if (!in_array($x, $allowed, true)) return;
  sink($x); // found
}
function v() { $x = source();
  if (!ctype_alnum($x)) return;
  sink(base64_decode($x)); // found
  sink(hex2bin($x)); // found
  sink($x);
}
function w() { $x = source();
  try { if (!ctype_alnum($x)) throw new Exception(); } catch (Exception $e) { error_log($e); }
  sink($x); // found
}
function x() { $x = source();
  sink(preg_replace('/[^a-z]/', '', $x));
  sink(preg_replace('/[^a-z]/', '', $x, 1)); // found
}
function y() { $x = source();
  $f = function () use ($x) { if (!ctype_alnum($x)) throw new Exception(); };
  sink($x); // found
}
function z() { $o = source();
  if (!ctype_alnum($o['a'])) return;
  sink($o['b']); // found
  sink($o['a']);
}
