<?php
function a() {
  $x = source();
  sink(md5($x));
  sink(hash('sha256', $x));
  sink(bin2hex($x));
  sink(base64_encode($x));
  sink(base64_decode(base64_encode($x))); // found
  sink(strlen($x));
  sink(intval($x));
  sink(count($x));
  sink(strtoupper($x)); // found
}
