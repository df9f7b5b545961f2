<?php

use Twig\Environment;

function pages(Environment $twig, $smarty)
{
    // ruleid: php-request-to-template
    echo $twig->createTemplate('Hello ' . $_GET['name'])->render([]);
    // ok: php-request-to-template
    echo $twig->createTemplate('Hello {{ name }}')->render(['name' => $_GET['name']]);
    // ruleid: php-request-to-template
    $smarty->display("string:" . $_GET['page']);
    // ok: php-request-to-template
    $smarty->assign('page', $_GET['page']);
    // ruleid: php-request-to-regex
    preg_match('/' . $_GET['word'] . '/', $smarty->text);
    // ok: php-request-to-regex
    preg_match('/' . preg_quote($_GET['word'], '/') . '/', $smarty->text);
}

// ruleid: php-template-unescaped
$open = new Environment($loader, ['cache' => false, 'autoescape' => false]);
// ok: php-template-unescaped
$safe = new Environment($loader, ['cache' => false]);

// ruleid: php-wordpress-change-unasked
function files_save()
{
    update_option('files_folder', sanitize_text_field($_POST['folder']));
}

// ok: php-wordpress-change-unasked
function files_save_asked()
{
    check_admin_referer('files');
    update_option('files_folder', sanitize_text_field($_POST['folder']));
}

// ok: php-wordpress-change-unasked
function files_default()
{
    update_option('files_folder', 'files');
}
