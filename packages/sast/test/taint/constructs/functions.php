//// references
<?php
function fill(&$out) { $out = source(); }
function add(array &$out) { $out['a'] = source(); }
function clean(string &$s) { $s = 'x'; }
function f() {
  fill($a);
  sink($a); // found
  $b = [];
  add($b);
  sink($b['a']); // found
  $c = 'x';
  $d = &$c;
  $d = source();
  sink($c); // found
  preg_match('/x/', source(), $m);
  sink($m[1]); // found
  preg_match_all('/x/', source(), $mm);
  sink($mm[0][0]); // found
  parse_str(source(), $out);
  sink($out['a']); // found
  $e = 'x';
  $g = function () use (&$e) { $e = source(); };
  $g();
  sink($e); // found
  exec('ls', $lines);
}
function g(&$x) {
  $x = 'y';
  sink($x);
}

//// functions as values
<?php
function run($q) {
  sink($q); // found
}
class A {
  public function go($q) {
    sink($q); // found
  }
  public static function st($q) {
    sink($q); // found
  }
  public function __invoke($q) {
    sink($q); // found
  }
  public function all() {
    array_map([$this, 'go'], [source()]);
    array_map($this->go(...), [source()]);
  }
}
function f() {
  $r = run(...);
  $r(source());
  $g = 'run';
  $g(source());
  call_user_func('run', source());
  call_user_func_array('run', [source()]);
  call_user_func([new A(), 'go'], source());
  call_user_func(['A', 'st'], source());
  call_user_func('A::st', source());
  $s = strtolower(...);
  sink($s(source())); // found
  $i = new A();
  $i(source());
  $m = 'go';
  $i->$m(source());
  $h = fn($x) => $x;
  sink($h(source())); // found
  (function ($z) {
    sink($z); // found
  })(source());
}

//// ways through a function
<?php
function f($x) {
  $r = match (true) {
    $x > 1 => source(),
    default => 'x',
  };
  sink($r); // found
  $s = $x ?: source();
  sink($s); // found
  $t = $x ? 'a' : 'b';
  sink($t);
  try {
    throw new \Exception(source());
  } catch (\Exception $e) {
    sink($e->getMessage()); // found
  }
  $u = null;
  $u ??= source();
  sink($u); // found
  switch ($x) {
    case 1: $v = source(); break;
    default: $v = 'x';
  }
  sink($v); // found
  foreach (gen() as $g) {
    sink($g); // found
  }
  for ($i = 0, $w = source(); $i < 3; $i++) sink($w); // found
  while ($line = source()) {
    sink($line); // found
  }
  if ($x): $y = source(); else: $y = 'x'; endif;
  sink($y); // found
  global $G;
  $G = source();
  named(b: source(), a: 'x');
}
function gen() { yield 'a'; yield source(); yield from [source()]; }
function usesG() {
  global $G;
  sink($G); // found
  sink($GLOBALS['G']); // found
}
function named($a, $b) {
  sink($a);
  sink($b); // found
}
