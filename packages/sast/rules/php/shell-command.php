<?php
const TOOL = 'ls';
$list = 'ls -l';

function work($name) {
  // ruleid: php-command-injection-string-concatenation
  system("tar -xf $name");
  // ruleid: php-command-injection-string-concatenation
  exec('rm ' . $name, $lines);
  // ok: php-command-injection-string-concatenation
  exec(escapeshellcmd($name));
  // ok: php-command-injection-string-concatenation
  system('ls -l');
  // ok: php-command-injection-string-concatenation
  $runner->exec($name);
}

// ok: php-command-injection-string-concatenation
passthru($list);
