<?php

$pages = ['home' => 'home.php', 'contact' => 'contact.php'];
$page = $_GET['page'] ?? 'home';

include __DIR__ . '/header.php';
if (isset($pages[$page])) {
    include __DIR__ . '/pages/' . $pages[$page];
} else {
    include __DIR__ . '/pages/' . $page . '.php';
}
include __DIR__ . '/footer.php';
