<?php

session_start();

$_SESSION['language'] = $_GET['lang'] === 'de' ? 'de' : 'en';
$back = $_GET['back'] ?? '/';
if (!preg_match('#^/[a-z0-9][a-z0-9/-]*$#D', $back)) {
    $back = '/';
}

header('Location: ' . $back, true, 303);
exit;
