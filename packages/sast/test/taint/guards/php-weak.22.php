<?php
function a($base) { $p = realpath($base . '/' . source());
  if (!str_starts_with($p, $base)) return;
  sink($p); // found
}
function b($base) { $p = realpath($base . '/' . source());
  if (!str_starts_with($p, $base . DIRECTORY_SEPARATOR)) return;
  sink($p);
}
function c($base) { $p = $base . '/' . source();
  if (!str_starts_with($p, $base . '/')) return;
  sink($p); // found
}
function d($base) { $p = realpath($base . '/' . source());
  if (strpos($p, $base . '/') === false) return;
  sink($p); // found
}
