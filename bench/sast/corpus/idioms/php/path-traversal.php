<?php
use Illuminate\Http\Request;
use Symfony\Component\HttpFoundation\BinaryFileResponse;
const ROOT = '/srv/files';
//// weak
readfile(ROOT . '/' . $_GET['name']);
//// safe
readfile(ROOT . '/' . basename($_GET['name']));
//// weak
$page = $_GET['page'] ?? 'home';
include "pages/$page.php";
//// safe
$page = in_array($_GET['page'] ?? '', ['home', 'news'], true) ? $_GET['page'] : 'home';
include "pages/$page.php";
//// weak
function download(Request $request) {
    return response()->download(storage_path('files/' . $request->input('name')));
}
//// safe
function download(Request $request) {
    return response()->download(storage_path('files/' . basename($request->input('name'))));
}
//// weak
move_uploaded_file($_FILES['doc']['tmp_name'], ROOT . '/' . $_POST['target']);
//// safe
move_uploaded_file($_FILES['doc']['tmp_name'], ROOT . '/' . bin2hex(random_bytes(8)));
