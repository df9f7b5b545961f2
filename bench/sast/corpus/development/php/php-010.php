<?php

$pages = ['home' => 'home.php', 'contact' => 'contact.php'];
$page = $_GET['page'] ?? 'home';

include __DIR__ . '/header.php';
if (isset($pages[$page])) {
    include __DIR__ . '/pages/' . $pages[$page];
} else {
    http_response_code(404);
    include __DIR__ . '/pages/missing.php';
}
include __DIR__ . '/footer.php';
