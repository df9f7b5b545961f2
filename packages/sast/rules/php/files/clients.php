<?php
use GuzzleHttp\Client;
// ruleid: php-ssrf
$c = new Client(); $c->get($_GET['u']);
class Api {
 private Client $y;
 // ruleid: php-ssrf
 function b() { $this->y->get($_GET['q']); }
}


// ok: php-ssrf
function other() { $h = new Cache(); return $h->get($_GET['u']); }
// ok: php-ssrf
function fixed(Client $x) { return $x->get('/users/' . $_GET['u']); }
