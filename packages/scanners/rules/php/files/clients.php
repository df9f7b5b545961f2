<?php
use GuzzleHttp\Client;
use Symfony\Component\HttpClient\HttpClient;
// ruleid: php-ssrf
$c = new Client(); $c->get($_GET['u']);
// ruleid: php-ssrf
$k = new \GuzzleHttp\Client(); $k->request('GET', $_GET['u']);
class Api {
 private Client $y;
 // ruleid: php-ssrf
 function b() { $this->y->get($_GET['q']); }
}


// ruleid: php-ssrf
function made() { $h = HttpClient::create(); return $h->request('GET', $_GET['u']); }
// ok: php-ssrf
function other() { $h = new Cache(); return $h->get($_GET['u']); }
// ok: php-ssrf
function fixed(Client $x) { return $x->get('/users/' . $_GET['u']); }
