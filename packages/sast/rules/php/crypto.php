<?php

// ruleid: php-weak-password-hash
$stored = md5($password);
// ruleid: php-weak-password-hash
$stored = hash('sha256', $salt . $_POST['password']);
// ruleid: php-weak-password-hash
save(sha1($user->passwd));
// ok: php-weak-password-hash
$stored = password_hash($password, PASSWORD_DEFAULT);
// ok: php-weak-password-hash
$etag = md5($page);

// ruleid: php-weak-hash
$mac = hash_hmac('sha1', $text, $key);
// ruleid: php-weak-hash
$signature = md5($text . $key);
// ok: php-weak-hash
$mac = hash_hmac('sha256', $text, $key);
// ok: php-weak-hash
$cacheName = md5($url);

// ruleid: php-weak-random
$token = md5(rand());
// ruleid: php-weak-random
$user->resetToken = uniqid();
// ruleid: php-weak-random
$_SESSION['csrf'] = sha1(mt_rand() . time());
// ok: php-weak-random
$token = bin2hex(random_bytes(32));
// ok: php-weak-random
$token = uniqid() . bin2hex(random_bytes(16));
// ok: php-weak-random
$colour = mt_rand(0, 255);

// ruleid: php-weak-cipher
$a = openssl_encrypt($text, 'des-cbc', $key, 0, $iv);
$cipher = 'AES-128-ECB';
// ruleid: php-weak-cipher
$b = openssl_encrypt($text, $cipher, $key);
// ok: php-weak-cipher
$c = openssl_encrypt($text, 'aes-256-gcm', $key, 0, $iv, $tag);

// ruleid: php-hardcoded-iv
$d = openssl_encrypt($text, 'aes-256-cbc', $key, 0, '0123456789abcdef');
$zeros = str_repeat("\0", 16);
// ruleid: php-hardcoded-iv
$e = openssl_encrypt($text, 'aes-256-cbc', $key, 0, str_repeat("\0", 16));
// ok: php-hardcoded-iv
$f = openssl_encrypt($text, 'aes-256-cbc', $key, 0, random_bytes(16));

// ruleid: php-hardcoded-encryption-key
$g = openssl_encrypt($text, 'aes-256-cbc', 'example-key', 0, $iv);
const SIGNING = 'example-key';
// todoruleid: php-hardcoded-encryption-key
$h = hash_hmac('sha256', $text, SIGNING);
// ruleid: php-hardcoded-encryption-key
$jwt = JWT::encode($claims, 'example-key', 'HS256');
// ok: php-hardcoded-encryption-key
$i = hash_hmac('sha256', $text, getenv('APP_KEY'));

// ruleid: php-hardcoded-password
$db = new PDO('mysql:host=db', 'app', 'example');
$secret = 'example';
// ruleid: php-hardcoded-password
$link = mysqli_connect('db', 'app', $secret);
// ok: php-hardcoded-password
$db = new PDO('mysql:host=db', 'app', getenv('DB_PASSWORD'));
// ok: php-hardcoded-password
$db = new PDO('sqlite:x', '', '');

// ruleid: php-tls-verification-disabled
curl_setopt($curl, CURLOPT_SSL_VERIFYPEER, false);
// ruleid: php-tls-verification-disabled
curl_setopt($curl, CURLOPT_SSL_VERIFYHOST, 0);
// ruleid: php-tls-verification-disabled
curl_setopt_array($curl, [CURLOPT_URL => $url, CURLOPT_SSL_VERIFYPEER => false]);
// ruleid: php-tls-verification-disabled
$context = stream_context_create(['ssl' => ['verify_peer' => false]]);
// ruleid: php-tls-verification-disabled
$client = new GuzzleHttp\Client(['verify' => false]);
// ruleid: php-tls-verification-disabled
$client->request('GET', $url, ['verify' => false]);
// ok: php-tls-verification-disabled
curl_setopt($curl, CURLOPT_SSL_VERIFYPEER, true);
// ok: php-tls-verification-disabled
curl_setopt($curl, CURLOPT_SSL_VERIFYHOST, 2);

// ruleid: php-loose-comparison-secret
if ($given == $row['password_hash']) {
    login();
}
// ruleid: php-loose-comparison-secret
if (md5($given) == $stored) {
    login();
}
// ruleid: php-loose-comparison-secret
if (strcmp($_POST['token'], $token) == 0) {
    login();
}
// ok: php-loose-comparison-secret
if (hash_equals($stored, $given)) {
    login();
}
// ok: php-loose-comparison-secret
if ($token == '') {
    login();
}
// ok: php-loose-comparison-secret
if ($count == 3) {
    login();
}
