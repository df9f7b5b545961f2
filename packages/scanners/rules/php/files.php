<?php

use GuzzleHttp\Client;
use Illuminate\Http\Request;
use Illuminate\Support\Facades\Http;

$page = $_GET['page'];
// ruleid: php-request-to-include
include $page . '.php';
// ruleid: php-request-to-include
require_once('pages/' . $_REQUEST['page']);
// ok: php-request-to-include
include 'pages/' . basename($page) . '.php';
$pages = ['home' => 'home.php'];
// ok: php-request-to-include
include $pages[$page] ?? 'home.php';
// ok: php-request-to-include
require __DIR__ . '/config.php';
if (in_array($page, ['home', 'help'], true)) {
    // ok: php-request-to-include
    include $page . '.php';
}

function part($name)
{
    // ruleid: php-request-to-include
    include "parts/$name";
}
part($_COOKIE['skin']);

function read($path)
{
    // ruleid: php-request-to-path
    return fopen($path, 'r');
}

function documents(Request $request)
{
    $name = $request->query('name');
    // ruleid: php-request-to-path
    readfile('/srv/documents/' . $name);
    // ruleid: php-request-to-path
    $text = file_get_contents("/srv/documents/$name");
    // ruleid: php-request-to-path
    unlink('/srv/documents/' . $request->name);
    read('/srv/' . $name);
    // ruleid: php-request-to-path
    $a = response()->download(storage_path($name));
    // ok: php-request-to-path
    readfile('/srv/documents/' . basename($name));
    // ok: php-request-to-path
    readfile('/srv/documents/' . (int) $name . '.pdf');
    // ok: php-request-to-path
    readfile('/srv/documents/a.pdf');
    // ok: php-request-to-path
    file_put_contents('/srv/last', $name);
    $real = realpath('/srv/documents/' . $name);
    if (!str_starts_with($real, '/srv/documents/')) {
        throw new RuntimeException('outside');
    }
    // ok: php-request-to-path
    return file($real);
}

function fetch(Client $client)
{
    $url = $_POST['url'];
    // ruleid: php-request-to-network
    $curl = curl_init($url);
    // ruleid: php-request-to-network
    curl_setopt($curl, CURLOPT_URL, 'https://' . $_POST['host']);
    // ruleid: php-request-to-network
    $a = file_get_contents($url);
    // ruleid: php-request-to-network
    $b = $client->request('GET', $url);
    // ruleid: php-request-to-network
    $c = $client->get($url);
    // ruleid: php-request-to-network
    $d = Http::get($url);
    // ok: php-request-to-network
    $e = Http::get('https://example.com/search?q=' . $url);
    // ok: php-request-to-network
    $f = Http::post('https://example.com/', ['url' => $url]);
    // ok: php-request-to-network
    $g = file_get_contents('https://example.com/?q=' . urlencode($url));
    remote($_GET['feed']);
    $host = parse_url($url, PHP_URL_HOST);
    if ($host !== 'example.com') {
        return;
    }
    // ok: php-request-to-network
    return $client->get($url);
}

function remote($address)
{
    $target = trim($address);
    // ruleid: php-request-to-network
    return simplexml_load_file($target);
}

function upload($request)
{
    $target = 'uploads/' . $_FILES['image']['name'];
    // ruleid: php-upload-keeps-its-name
    move_uploaded_file($_FILES['image']['tmp_name'], $target);
    // ruleid: php-upload-keeps-its-name
    $request->file('image')->storeAs('images', $request->file('image')->getClientOriginalName());
    keep($_FILES['b']['tmp_name'], basename($_FILES['b']['name']));
    // ok: php-upload-keeps-its-name
    move_uploaded_file($_FILES['image']['tmp_name'], 'uploads/' . bin2hex(random_bytes(16)) . '.png');
    // ok: php-upload-keeps-its-name
    return $request->file('image')->store('images');
}

function upload_checked()
{
    $ending = pathinfo($_FILES['image']['name'], PATHINFO_EXTENSION);
    if (!in_array($ending, ['png', 'jpg'], true)) {
        return;
    }
    // ok: php-upload-keeps-its-name
    move_uploaded_file($_FILES['image']['tmp_name'], 'uploads/' . uniqid() . '.' . $ending);
}

function keep($from, $name)
{
    // ruleid: php-upload-keeps-its-name
    move_uploaded_file($from, "uploads/$name");
}

function body()
{
    // ok: php-request-to-path
    return file_get_contents('php://input');
}

function loose_part()
{
    $name = $_GET['part'];
    if (!in_array($name, ['head', 'foot'], true)) {
        error_log('odd');
    }
    // ruleid: php-request-to-include
    include $name;
    if (!preg_match('/^[a-z]+$/', $_GET['other'])) {
        return;
    }
    // ruleid: php-request-to-include
    include $name;
    if (strpos($name, 'parts/') !== 0) {
        return;
    }
    // ruleid: php-request-to-include
    include $name;
}

function loose_file()
{
    $name = $_GET['file'];
    if (strpos($name, '..')) {
        return;
    }
    // ruleid: php-request-to-path
    readfile('/srv/files/' . $name);
    if (strpos($name, '..') !== false) {
        return;
    }
    // ok: php-request-to-path
    readfile('/srv/files/' . $name);
}

function loose_fetch()
{
    $url = $_GET['url'];
    $host = parse_url($url, PHP_URL_HOST);
    // ruleid: php-request-to-network
    file_get_contents($url);
    if (!in_array($host, ['a.example', 'b.example'], true)) {
        return;
    }
    // ok: php-request-to-network
    file_get_contents($url);
}
