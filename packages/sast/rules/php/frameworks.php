<?php

use Twig\Environment;

function pages(Environment $twig, $smarty)
{
    // ruleid: php-template-injection
    echo $twig->createTemplate('Hello ' . $_GET['name'])->render([]);
    // ok: php-template-injection
    echo $twig->createTemplate('Hello {{ name }}')->render(['name' => $_GET['name']]);
    // ruleid: php-template-injection
    $smarty->display("string:" . $_GET['page']);
    // ok: php-template-injection
    $smarty->assign('page', $_GET['page']);
    // ruleid: php-regex-injection
    preg_match('/' . $_GET['word'] . '/', $smarty->text);
    // ok: php-regex-injection
    preg_match('/' . preg_quote($_GET['word'], '/') . '/', $smarty->text);
}

// ruleid: php-xss-template-escaping-disabled
$open = new Environment($loader, ['cache' => false, 'autoescape' => false]);
// ok: php-xss-template-escaping-disabled
$safe = new Environment($loader, ['cache' => false]);

// ruleid: php-csrf-wordpress
function files_save()
{
    update_option('files_folder', sanitize_text_field($_POST['folder']));
}

// ok: php-csrf-wordpress
function files_save_asked()
{
    check_admin_referer('files');
    update_option('files_folder', sanitize_text_field($_POST['folder']));
}

// ok: php-csrf-wordpress
function files_default()
{
    update_option('files_folder', 'files');
}
