<?php
use GuzzleHttp\Client;
use Symfony\Component\HttpClient\HttpClient;
// ruleid: php-request-to-network
$c = new Client(); $c->get($_GET['u']);
// ruleid: php-request-to-network
$k = new \GuzzleHttp\Client(); $k->request('GET', $_GET['u']);
class Api {
 private Client $y;
 // ruleid: php-request-to-network
 function b() { $this->y->get($_GET['q']); }
}


// ruleid: php-request-to-network
function made() { $h = HttpClient::create(); return $h->request('GET', $_GET['u']); }
// ok: php-request-to-network
function other() { $h = new Cache(); return $h->get($_GET['u']); }
// ok: php-request-to-network
function fixed(Client $x) { return $x->get('/users/' . $_GET['u']); }
