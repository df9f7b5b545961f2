<?php

// ruleid: php-password-hash-weak
$stored = md5($password);
// ruleid: php-password-hash-weak
$stored = hash('sha256', $salt . $_POST['password']);
// ruleid: php-password-hash-weak
save(sha1($user->passwd));
// ok: php-password-hash-weak
$stored = password_hash($password, PASSWORD_DEFAULT);
// ok: php-password-hash-weak
$etag = md5($page);

// ruleid: php-hash-broken
$mac = hash_hmac('sha1', $text, $key);
// ruleid: php-hash-broken
$signature = md5($text . $key);
// ok: php-hash-broken
$mac = hash_hmac('sha256', $text, $key);
// ok: php-hash-broken
$cacheName = md5($url);

// ruleid: php-random-guessable
$token = md5(rand());
// ruleid: php-random-guessable
$user->resetToken = uniqid();
// ruleid: php-random-guessable
$_SESSION['csrf'] = sha1(mt_rand() . time());
// ok: php-random-guessable
$token = bin2hex(random_bytes(32));
// ok: php-random-guessable
$token = uniqid() . bin2hex(random_bytes(16));
// ok: php-random-guessable
$colour = mt_rand(0, 255);

// ruleid: php-cipher-weak
$a = openssl_encrypt($text, 'des-cbc', $key, 0, $iv);
$cipher = 'AES-128-ECB';
// ruleid: php-cipher-weak
$b = openssl_encrypt($text, $cipher, $key);
// ok: php-cipher-weak
$c = openssl_encrypt($text, 'aes-256-gcm', $key, 0, $iv, $tag);

// ruleid: php-fixed-iv
$d = openssl_encrypt($text, 'aes-256-cbc', $key, 0, '0123456789abcdef');
$zeros = str_repeat("\0", 16);
// ruleid: php-fixed-iv
$e = openssl_encrypt($text, 'aes-256-cbc', $key, 0, str_repeat("\0", 16));
// ok: php-fixed-iv
$f = openssl_encrypt($text, 'aes-256-cbc', $key, 0, random_bytes(16));

// ruleid: php-fixed-key
$g = openssl_encrypt($text, 'aes-256-cbc', 'example-key', 0, $iv);
const SIGNING = 'example-key';
// todoruleid: php-fixed-key
$h = hash_hmac('sha256', $text, SIGNING);
// ruleid: php-fixed-key
$jwt = JWT::encode($claims, 'example-key', 'HS256');
// ok: php-fixed-key
$i = hash_hmac('sha256', $text, getenv('APP_KEY'));

// ruleid: php-fixed-password
$db = new PDO('mysql:host=db', 'app', 'example');
$secret = 'example';
// ruleid: php-fixed-password
$link = mysqli_connect('db', 'app', $secret);
// ok: php-fixed-password
$db = new PDO('mysql:host=db', 'app', getenv('DB_PASSWORD'));
// ok: php-fixed-password
$db = new PDO('sqlite:x', '', '');

// ruleid: php-unverified-tls
curl_setopt($curl, CURLOPT_SSL_VERIFYPEER, true);
// ruleid: php-unverified-tls
curl_setopt($curl, CURLOPT_SSL_VERIFYHOST, 0);
// ruleid: php-unverified-tls
curl_setopt_array($curl, [CURLOPT_URL => $url, CURLOPT_SSL_VERIFYPEER => true]);
// ruleid: php-unverified-tls
$context = stream_context_create(['ssl' => ['verify_peer' => true]]);
// ruleid: php-unverified-tls
$client = new GuzzleHttp\Client(['verify' => false]);
// ruleid: php-unverified-tls
$client->request('GET', $url, ['verify' => false]);
// ok: php-unverified-tls
curl_setopt($curl, CURLOPT_SSL_VERIFYPEER, true);
// ok: php-unverified-tls
curl_setopt($curl, CURLOPT_SSL_VERIFYHOST, 2);

// ruleid: php-loose-compare-secret
if ($given == $row['password_hash']) {
    login();
}
// ruleid: php-loose-compare-secret
if (md5($given) == $stored) {
    login();
}
// ruleid: php-loose-compare-secret
if (strcmp($_POST['token'], $token) == 0) {
    login();
}
// ok: php-loose-compare-secret
if (hash_equals($stored, $given)) {
    login();
}
// ok: php-loose-compare-secret
if ($token == '') {
    login();
}
// ok: php-loose-compare-secret
if ($count == 3) {
    login();
}
