//// members of a class itself
<?php
class A {
  const NAME = 'x';
  public static $v;
  private static array $cache = [];
  public static function set($x) { self::$v = $x; static::$cache['a'] = $x; }
  public static function get() { return self::$v; }
  public static function cached() { return self::$cache['a']; }
}
function f() {
  A::set(source());
  sink(A::$v); // found
  sink(A::get()); // found
  sink(A::cached()); // found
  sink(A::NAME);
  sink(counter()); // found
}
function counter() {
  static $n = null;
  if ($n === null) { $n = source(); }
  return $n;
}

//// traits
<?php
trait Runs {
  private $q;
  public function run($q) {
    sink($q); // found
  }
  public function keep($q) { $this->q = $q; return $this; }
  public function kept() { return $this->q; }
}
class A { use Runs; }
class B extends A {}
function f() {
  $a = new A();
  $a->run(source());
  $b = new B();
  sink($b->keep(source())->kept()); // found
}

//// objects
<?php
namespace App;
use App\Models\User;
interface Repo { public function find(string $q); }
abstract class Base {
  protected $v;
  public function __construct(protected string $name, private readonly array $opts = []) {}
  public function name() { return $this->name; }
}
final class Dao extends Base implements Repo {
  public ?string $last = null;
  public function __construct(string $name) { parent::__construct($name); }
  public function find(string $q) {
    sink($q); // found
  }
  public function __get($n) { return $this->v; }
  public function withV($v): static { $c = clone $this; $c->v = $v; return $c; }
  public function v() { return $this->v; }
}
class Svc {
  public function __construct(private Repo $repo) {}
  public function go() {
    $this->repo->find(source());
    $this?->repo?->find(source());
  }
}
function f() {
  $d = new Dao(source());
  sink($d->name()); // found
  sink($d->withV(source())->v()); // found
  $d->last = source();
  sink($d->last); // found
  sink((new Dao('x'))->name());
  $p = 'last';
  sink($d->$p); // found
  $anon = new class(source()) {
    public function __construct(public $x) {}
  };
  sink($anon->x); // found
}
enum Suit: string {
  case A = 'a';
  public static function of($s) { return self::from($s); }
}
