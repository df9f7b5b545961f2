<?php
use Illuminate\Http\Request;
//// weak
$cart = unserialize($_COOKIE['cart']);
//// safe
$cart = json_decode($_COOKIE['cart'], true);
//// weak
$state = unserialize(base64_decode($_POST['state']));
//// safe
$state = unserialize(base64_decode($_POST['state']), ['allowed_classes' => false]);
//// weak
function load(Request $request) {
    return unserialize($request->input('state'));
}
//// safe
function load(Request $request) {
    return json_decode($request->input('state'));
}
//// weak
$raw = file_get_contents('php://input');
$job = unserialize($raw);
//// safe
$raw = file_get_contents('php://input');
$job = json_decode($raw);
