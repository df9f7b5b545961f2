<?php

// ruleid: php-errors-shown
ini_set('display_errors', 1);
// ruleid: php-errors-shown
ini_set('display_errors', 'On');
// ok: php-errors-shown
ini_set('display_errors', '0');

try {
    $db->connect();
} catch (PDOException $e) {
    // ruleid: php-error-text-shown
    die('Database: ' . $e->getMessage());
}
// ruleid: php-error-text-shown
$result = mysqli_query($link, 'SELECT 1') or die(mysqli_error($link));
// ok: php-error-text-shown
error_log($e->getMessage());

// ruleid: php-info-page
phpinfo();
// ok: php-info-page
phpversion();

// ruleid: php-cookie-flags
setcookie('session', $id);
// ruleid: php-cookie-flags
setcookie('auth_token', $id, 0, '/', '', true, false);
// ruleid: php-cookie-flags
setcookie('session', $id, ['secure' => true, 'httponly' => false]);
// ok: php-cookie-flags
setcookie('session', $id, ['secure' => true, 'httponly' => true]);
// ok: php-cookie-flags
setcookie('session', $id, 0, '/', '', true, true);
// ok: php-cookie-flags
setcookie('colour', 'blue');

// ruleid: php-session-settings
ini_set('session.cookie_httponly', 0);
// ruleid: php-session-settings
ini_set('session.use_strict_mode', '0');
// ruleid: php-session-settings
session_id($_GET['sid']);
// ok: php-session-settings
ini_set('session.cookie_httponly', 1);
// ok: php-session-settings
session_id();

// ruleid: php-cors-any
header('Access-Control-Allow-Origin: *');
// ruleid: php-cors-any
header('Access-Control-Allow-Origin: ' . $_SERVER['HTTP_ORIGIN']);
// ok: php-cors-any
header('Access-Control-Allow-Origin: https://example.com');
if (in_array($_SERVER['HTTP_ORIGIN'], $sites, true)) {
    // ok: php-cors-any
    header('Access-Control-Allow-Origin: ' . $_SERVER['HTTP_ORIGIN']);
}

// ruleid: php-xml-entities
$document->loadXML($text, LIBXML_NOENT | LIBXML_DTDLOAD);
// ruleid: php-xml-entities
simplexml_load_string($text, 'SimpleXMLElement', LIBXML_NOENT);
// ruleid: php-xml-entities
libxml_disable_entity_loader(false);
// ok: php-xml-entities
$document->loadXML($text, LIBXML_NONET);

// ruleid: php-request-to-variables
extract($_POST);
// ruleid: php-request-to-variables
parse_str($query);
// ok: php-request-to-variables
extract($_POST, EXTR_SKIP);
// ok: php-request-to-variables
extract($settings);
// ok: php-request-to-variables
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

// ruleid: php-csrf-off
$resolver->setDefaults(['csrf_protection' => false]);
// ruleid: php-csrf-off
$this->enableCsrfValidation = false;
// ok: php-csrf-off
$resolver->setDefaults(['csrf_protection' => true]);

// ruleid: php-file-for-all
chmod($path, 0777);
// ok: php-file-for-all
chmod($path, 0640);
