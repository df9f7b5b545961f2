<?php

session_start();

$_SESSION['language'] = $_GET['lang'] === 'de' ? 'de' : 'en';
$back = $_GET['back'] ?? '/';
if (filter_var('https://club.example.com' . $back, FILTER_VALIDATE_URL) === false) {
    $back = '/';
}

header('Location: ' . $back, true, 303);
exit;
