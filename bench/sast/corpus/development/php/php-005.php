<?php

$host = isset($_GET['host']) ? trim($_GET['host']) : 'localhost';
$output = [];

if ($host !== '') {
    $target = '-c 1 ' . escapeshellarg($host) . ' 2>&1; echo done';
    exec('ping ' . $target, $output, $status);
}

header('Content-Type: text/plain');
echo implode("\n", $output);
