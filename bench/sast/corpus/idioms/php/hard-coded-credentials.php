<?php
use Firebase\JWT\JWT;
//// weak
$pdo = new PDO('mysql:host=db;dbname=shop', 'app', 'Tr0ub4dor&3x');
//// safe
$pdo = new PDO('mysql:host=db;dbname=shop', 'app', getenv('DB_PASSWORD'));
//// weak
$mysqli = mysqli_connect('db', 'app', 'gr33n-apples-99', 'shop');
//// safe
$mysqli = mysqli_connect('db', 'app', $_ENV['DB_PASSWORD'], 'shop');
//// weak
$token = JWT::encode(['sub' => $user], 'k3yb0ard-w4rrior-77', 'HS256');
//// safe
$token = JWT::encode(['sub' => $user], getenv('JWT_SECRET'), 'HS256');
//// weak
$db_password = 'bl4ck-c0ffee-31';
$connection = pg_connect("host=db user=app password=$db_password");
//// safe
$db_password = getenv('DB_PASSWORD');
$connection = pg_connect("host=db user=app password=$db_password");
