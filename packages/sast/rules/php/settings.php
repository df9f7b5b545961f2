<?php

// ruleid: php-display-errors-enabled
ini_set('display_errors', 1);
// ruleid: php-display-errors-enabled
ini_set('display_errors', 'On');
// ok: php-display-errors-enabled
ini_set('display_errors', '0');

try {
    $db->connect();
} catch (PDOException $e) {
    // ruleid: php-error-details-exposed
    die('Database: ' . $e->getMessage());
}
// ruleid: php-error-details-exposed
$result = mysqli_query($link, 'SELECT 1') or die(mysqli_error($link));
// ok: php-error-details-exposed
error_log($e->getMessage());

// ruleid: php-phpinfo-exposed
phpinfo();
// ok: php-phpinfo-exposed
phpversion();

// ruleid: php-insecure-cookie
setcookie('session', $id);
// ruleid: php-insecure-cookie
setcookie('auth_token', $id, 0, '/', '', true, false);
// ruleid: php-insecure-cookie
setcookie('session', $id, ['secure' => true, 'httponly' => false]);
// ok: php-insecure-cookie
setcookie('session', $id, ['secure' => true, 'httponly' => true]);
// ok: php-insecure-cookie
setcookie('session', $id, 0, '/', '', true, true);
// ok: php-insecure-cookie
setcookie('colour', 'blue');

// ruleid: php-insecure-session-configuration
ini_set('session.cookie_httponly', 0);
// ruleid: php-insecure-session-configuration
ini_set('session.use_strict_mode', '0');
// ruleid: php-insecure-session-configuration
session_id($_GET['sid']);
// ok: php-insecure-session-configuration
ini_set('session.cookie_httponly', 1);
// ok: php-insecure-session-configuration
session_id();

// ruleid: php-cors-any-origin
header('Access-Control-Allow-Origin: *');
// ruleid: php-cors-any-origin
header('Access-Control-Allow-Origin: ' . $_SERVER['HTTP_ORIGIN']);
// ok: php-cors-any-origin
header('Access-Control-Allow-Origin: https://example.com');
if (in_array($_SERVER['HTTP_ORIGIN'], $sites, true)) {
    // ok: php-cors-any-origin
    header('Access-Control-Allow-Origin: ' . $_SERVER['HTTP_ORIGIN']);
}

// ruleid: php-xxe
$document->loadXML($text, LIBXML_NOENT | LIBXML_DTDLOAD);
// ruleid: php-xxe
simplexml_load_string($text, 'SimpleXMLElement', LIBXML_NOENT);
// ruleid: php-xxe
libxml_disable_entity_loader(false);
// ok: php-xxe
$document->loadXML($text, LIBXML_NONET);

// ruleid: php-variable-overwrite
extract($_POST);
// ruleid: php-variable-overwrite
parse_str($query);
// ok: php-variable-overwrite
extract($_POST, EXTR_SKIP);
// ok: php-variable-overwrite
extract($settings);
// ok: php-variable-overwrite
parse_str($query, $values);

class User extends Model
{
    // ruleid: php-mass-assignment
    protected $guarded = [];
}

class Page extends Model
{
    // ok: php-mass-assignment
    protected $guarded = ['owner'];
}
// ruleid: php-mass-assignment
$user->forceFill($request->all());
// ok: php-mass-assignment
$user->fill($request->validated());

// ruleid: php-csrf-protection-disabled
$resolver->setDefaults(['csrf_protection' => false]);
// ruleid: php-csrf-protection-disabled
$this->enableCsrfValidation = false;
// ok: php-csrf-protection-disabled
$resolver->setDefaults(['csrf_protection' => true]);

// ruleid: php-world-writable-file
chmod($path, 0777);
// ok: php-world-writable-file
chmod($path, 0640);
