<?php
//// weak
$hash = md5($password);
//// safe
$hash = password_hash($password, PASSWORD_DEFAULT);
//// weak
$token = hash('sha1', $user);
//// safe
$token = hash_hmac('sha256', $user, $key);
//// weak
$sealed = openssl_encrypt($text, 'des-ede3-cbc', $key, 0, $iv);
//// safe
$sealed = openssl_encrypt($text, 'aes-256-gcm', $key, 0, random_bytes(12), $tag);
//// weak
$sealed = openssl_encrypt($text, 'AES-128-ECB', $key);
//// safe
$sealed = sodium_crypto_secretbox($text, $nonce, $key);
