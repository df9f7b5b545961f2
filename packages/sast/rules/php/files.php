<?php

use GuzzleHttp\Client;
use Illuminate\Http\Request;
use Illuminate\Support\Facades\Http;

$page = $_GET['page'];
// ruleid: php-local-file-inclusion
include $page . '.php';
// ruleid: php-local-file-inclusion
require_once('pages/' . $_REQUEST['page']);
// ok: php-local-file-inclusion
include 'pages/' . basename($page) . '.php';
$pages = ['home' => 'home.php'];
// ok: php-local-file-inclusion
include $pages[$page] ?? 'home.php';
// ok: php-local-file-inclusion
require __DIR__ . '/config.php';
if (in_array($page, ['home', 'help'], true)) {
    // ok: php-local-file-inclusion
    include $page . '.php';
}

function part($name)
{
    // ruleid: php-local-file-inclusion
    include "parts/$name";
}
part($_COOKIE['skin']);

function read($path)
{
    // ruleid: php-path-traversal
    return fopen($path, 'r');
}

function documents(Request $request)
{
    $name = $request->query('name');
    // ruleid: php-path-traversal
    readfile('/srv/documents/' . $name);
    // ruleid: php-path-traversal
    $text = file_get_contents("/srv/documents/$name");
    // ruleid: php-path-traversal
    unlink('/srv/documents/' . $request->name);
    read('/srv/' . $name);
    // ruleid: php-path-traversal
    $a = response()->download(storage_path($name));
    // ok: php-path-traversal
    readfile('/srv/documents/' . basename($name));
    // ok: php-path-traversal
    readfile('/srv/documents/' . (int) $name . '.pdf');
    // ok: php-path-traversal
    readfile('/srv/documents/a.pdf');
    // ok: php-path-traversal
    file_put_contents('/srv/last', $name);
    $real = realpath('/srv/documents/' . $name);
    if (!str_starts_with($real, '/srv/documents/')) {
        throw new RuntimeException('outside');
    }
    // ok: php-path-traversal
    return file($real);
}

function fetch(Client $client)
{
    $url = $_POST['url'];
    // ruleid: php-ssrf
    $curl = curl_init($url);
    // ruleid: php-ssrf
    curl_setopt($curl, CURLOPT_URL, 'https://' . $_POST['host']);
    // ruleid: php-ssrf
    $a = file_get_contents($url);
    // ruleid: php-ssrf
    $b = $client->request('GET', $url);
    // ruleid: php-ssrf
    $c = $client->get($url);
    // ruleid: php-ssrf
    $d = Http::get($url);
    // ok: php-ssrf
    $e = Http::get('https://example.com/search?q=' . $url);
    // ok: php-ssrf
    $f = Http::post('https://example.com/', ['url' => $url]);
    // ok: php-ssrf
    $g = file_get_contents('https://example.com/?q=' . urlencode($url));
    remote($_GET['feed']);
    $host = parse_url($url, PHP_URL_HOST);
    if ($host !== 'example.com') {
        return;
    }
    // ok: php-ssrf
    return $client->get($url);
}

function remote($address)
{
    $target = trim($address);
    // ruleid: php-ssrf
    return simplexml_load_file($target);
}

function upload($request)
{
    $target = 'uploads/' . $_FILES['image']['name'];
    // ruleid: php-unrestricted-upload
    move_uploaded_file($_FILES['image']['tmp_name'], $target);
    // ruleid: php-unrestricted-upload
    $request->file('image')->storeAs('images', $request->file('image')->getClientOriginalName());
    keep($_FILES['b']['tmp_name'], basename($_FILES['b']['name']));
    // ok: php-unrestricted-upload
    move_uploaded_file($_FILES['image']['tmp_name'], 'uploads/' . bin2hex(random_bytes(16)) . '.png');
    // ok: php-unrestricted-upload
    return $request->file('image')->store('images');
}

function upload_checked()
{
    $ending = pathinfo($_FILES['image']['name'], PATHINFO_EXTENSION);
    if (!in_array($ending, ['png', 'jpg'], true)) {
        return;
    }
    // ok: php-unrestricted-upload
    move_uploaded_file($_FILES['image']['tmp_name'], 'uploads/' . uniqid() . '.' . $ending);
}

function keep($from, $name)
{
    // ruleid: php-unrestricted-upload
    move_uploaded_file($from, "uploads/$name");
}

function body()
{
    // ok: php-path-traversal
    return file_get_contents('php://input');
}

function loose_part()
{
    $name = $_GET['part'];
    if (!in_array($name, ['head', 'foot'], true)) {
        error_log('odd');
    }
    // ruleid: php-local-file-inclusion
    include $name;
    if (!preg_match('/^[a-z]+$/', $_GET['other'])) {
        return;
    }
    // ruleid: php-local-file-inclusion
    include $name;
    if (strpos($name, 'parts/') !== 0) {
        return;
    }
    // ruleid: php-local-file-inclusion
    include $name;
}

function loose_file()
{
    $name = $_GET['file'];
    if (strpos($name, '..')) {
        return;
    }
    // ruleid: php-path-traversal
    readfile('/srv/files/' . $name);
    if (strpos($name, '..') !== false) {
        return;
    }
    // ok: php-path-traversal
    readfile('/srv/files/' . $name);
}

function loose_fetch()
{
    $url = $_GET['url'];
    $host = parse_url($url, PHP_URL_HOST);
    // ruleid: php-ssrf
    file_get_contents($url);
    if (!in_array($host, ['a.example', 'b.example'], true)) {
        return;
    }
    // ok: php-ssrf
    file_get_contents($url);
}
