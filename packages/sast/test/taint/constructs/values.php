//// texts with code in them
<?php
function f() {
  $s = source();
  $n = 'x';
  sink("a $s b"); // found
  sink("a {$s} b"); // found
  sink("a $n b");
  $q = <<<SQL
select * from t where a = '$s'
SQL;
  sink($q); // found
  $r = <<<'TXT'
plain $s
TXT;
  sink($r);
  $h = <<<HTML
  <p>{$s}</p>
  HTML;
  sink($h); // found
  sink('a' . $s); // found
  $t = 'a';
  $t .= $s;
  sink($t); // found
  sink(sprintf('x %s', $s)); // found
  $a = ['k' => $s, 'o' => ['p' => $s]];
  sink("v $a[k]"); // found
  sink("v {$a['o']['p']}"); // found
  $o = new stdClass;
  $o->name = $s;
  sink("v $o->name"); // found
  sink("v {$o->name}"); // found
  sink("${s}"); // found
  sink(`ls $s`); // found
  sink(strlen($s));
  sink((int) $s);
  sink((string) $s); // found
  sink(trim(strtolower($s))); // found
  sink($s[0]); // found
  sink(print_r($s, true)); // found
  echo "x";
}

//// arrays
<?php
function f() {
  $a = [];
  $a[] = source();
  sink($a[0]); // found
  $b = ['x' => source(), 'y' => 'z'];
  sink($b['x']); // found
  sink($b['y']);
  foreach ($b as $k => $v) {
    sink($v); // found
    sink($k);
  }
  ['x' => $p, 'y' => $q] = $b;
  sink($p); // found
  sink($q);
  [$m, $n] = [source(), 'y'];
  sink($m); // found
  sink($n);
  list($i, $j) = explode(',', source());
  sink($i); // found
  $c = array_map(fn($x) => $x . 'a', [source()]);
  sink($c[0]); // found
  $d = array_filter([source()], function ($x) {
    sink($x); // found
    return true;
  });
  sink($d[0]); // found
  sink(implode(',', $d)); // found
  sink(array_merge(['a'], $d)); // found
  sink([...$d, 'x']); // found
  $e = array_combine(['k'], [source()]);
  sink($e['k']); // found
  array_push($a, 'x');
  $l = [];
  array_push($l, source());
  sink($l[0]); // found
  sink(array_pop($l)); // found
  sink(array_values($b)); // found
  sink(array_column([['a' => source()]], 'a')); // found
  sink(array_reduce([source()], fn($c, $x) => $c . $x, '')); // found
  array_walk($b, function ($v, $k) {
    sink($v); // found
  });
  foreach ($b as &$ref) { $ref = source(); }
  sink($b['y']); // found
  usort($l, fn($x, $y) => strcmp($x, $y));
  sink(count($b));
  sink(in_array('a', $b));
  sink($b['zz'] ?? source()); // found
  $g = array_fill_keys(['k'], source());
  sink($g['k']); // found
  sink(array_slice($l, 0, 1)); // found
  sink(reset($l)); // found
  sink(str_split(source())); // found
}

//// variables by their names
<?php
function f() {
  $name = source();
  $other = 'x';
  $v = compact('name', 'other');
  sink($v['name']); // found
  sink($v['other']);
  extract(['q' => source()]);
  sink($q); // found
}

//// functions of texts
<?php
function f() {
  $o = new A();
  $x = "x {$o->get(source())} y";
  sink($x); // found
  $fn = fn($v) => $v;
  sink("a {$fn(source())}"); // found
  print("a");
  $z = json_decode(source(), true);
  sink($z['a']['b']); // found
  sink(unserialize(source())); // found
  sink(htmlspecialchars(source())); // found
  sink(str_replace('a', 'b', source())); // found
  sink(preg_replace('/a/', 'b', source())); // found
  sink(preg_replace_callback('/a/', fn($m) => $m[0], source())); // found
  sink(base64_decode(source())); // found
  sink(vsprintf('%s', [source()])); // found
  sink(http_build_query(['a' => source()])); // found
  sink(parse_url(source(), PHP_URL_HOST)); // found
  sink(dirname(source())); // found
  ob_start();
}
class A { function get($v) { return $v; } }
