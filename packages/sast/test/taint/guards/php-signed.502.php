<?php
function a() { $x = source();
  if (!hash_equals(hash_hmac('sha256', $x, KEY), $_COOKIE['mac'])) return;
  sink($x);
}
function b() { $x = source();
  if (hash_equals(hash_hmac('sha256', $x, KEY), $_COOKIE['mac'])) return;
  sink($x); // found
}
function c() { $x = source(); $y = source();
  if (!hash_equals(hash_hmac('sha256', $y, KEY), $_COOKIE['mac'])) return;
  sink($x); // found
}
function d() { $x = source();
  if (!hash_equals(hash('sha256', $x), $_COOKIE['mac'])) return;
  sink($x); // found
}
