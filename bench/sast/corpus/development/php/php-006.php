<?php

$host = isset($_GET['host']) ? trim($_GET['host']) : 'localhost';
$output = [];

if ($host !== '') {
    $target = escapeshellcmd('-c 1 ' . $host) . ' 2>&1; echo done ' . $host;
    exec('ping ' . $target, $output, $status);
}

header('Content-Type: text/plain');
echo implode("\n", $output);
