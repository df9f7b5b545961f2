<?php
class K extends Controller {
 // ruleid: php-request-to-page
 public function b(Request $r) { return response('<b>' . $r->input('n') . '</b>'); }
 // ruleid: php-request-to-page
 public function c(Request $r) { return '<b>' . $r->input('n') . '</b>'; }
 // ok: php-request-to-page
 public function d(Request $r) { return response()->json(['n' => $r->input('n')]); }
 // ok: php-request-to-page
 public function e(Request $r) { return '<b>' . e($r->input('n')) . '</b>'; }
 // ruleid: php-request-to-page
 public function f(?Request $r) { return "<b>{$r->input('n')}</b>"; }
 // ok: php-request-to-page
 private function g(Cache $r) { return "<b>{$r->get('n')}</b>"; }
 // ok: php-request-to-page
 private function pg(Request $r) { return '<b>' . $r->get('n') . '</b>'; }
 // ok: php-request-to-page
 protected function pg2(Request $r) { return '<b>' . $r->get('n') . '</b>'; }
}
// ruleid: php-request-to-page
Route::get('/x', function (Request $q) { return '<p>' . $q->input('n') . '</p>'; });
// ok: php-request-to-page
Route::get('/y', function (Request $q) { return view('x', ['n' => $q->input('n')]); });

// ruleid: php-request-to-page
if ($a) { exit($_GET['y']); }
// ruleid: php-request-to-page
if ($a) { exit("no such page: {$_GET['y']}"); }
// ok: php-request-to-page
if ($a) { exit((int) $_GET['y']); }
if ($a) { exit; }
