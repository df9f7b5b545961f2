<?php
const TOOL = 'ls';
$list = 'ls -l';

function work($name) {
  // ruleid: php-shell-command
  system("tar -xf $name");
  // ruleid: php-shell-command
  exec('rm ' . $name, $lines);
  // ok: php-shell-command
  exec(escapeshellcmd($name));
  // ok: php-shell-command
  system('ls -l');
  // ok: php-shell-command
  $runner->exec($name);
}

// ok: php-shell-command
passthru($list);
