<?php
class K extends Controller {
 // ruleid: php-xss
 public function b(Request $r) { return response('<b>' . $r->input('n') . '</b>'); }
 // ruleid: php-xss
 public function c(Request $r) { return '<b>' . $r->input('n') . '</b>'; }
 // ok: php-xss
 public function d(Request $r) { return response()->json(['n' => $r->input('n')]); }
 // ok: php-xss
 public function e(Request $r) { return '<b>' . e($r->input('n')) . '</b>'; }
 // ruleid: php-xss
 public function f(?Request $r) { return "<b>{$r->input('n')}</b>"; }
 // ok: php-xss
 private function g(Cache $r) { return "<b>{$r->get('n')}</b>"; }
 // ok: php-xss
 private function pg(Request $r) { return '<b>' . $r->get('n') . '</b>'; }
 // ok: php-xss
 protected function pg2(Request $r) { return '<b>' . $r->get('n') . '</b>'; }
}
// ruleid: php-xss
Route::get('/x', function (Request $q) { return '<p>' . $q->input('n') . '</p>'; });
// ok: php-xss
Route::get('/y', function (Request $q) { return view('x', ['n' => $q->input('n')]); });

// ruleid: php-xss
if ($a) { exit($_GET['y']); }
// ruleid: php-xss
if ($a) { exit("no such page: {$_GET['y']}"); }
// ok: php-xss
if ($a) { exit((int) $_GET['y']); }
if ($a) { exit; }
