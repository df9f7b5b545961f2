<?php
use Illuminate\Http\Request;
use Symfony\Component\HttpFoundation\RedirectResponse;
//// weak
header('Location: ' . $_GET['url']);
//// safe
header('Location: /search?q=' . urlencode($_GET['url']));
//// weak
function login(Request $request) {
    return redirect($request->input('next'));
}
//// safe
function login(Request $request) {
    return redirect()->route('home', ['next' => $request->input('next')]);
}
//// weak
function out(Request $request) {
    return new RedirectResponse($request->query->get('target'));
}
//// safe
function out(Request $request) {
    return new RedirectResponse('/home');
}
//// weak
$to = $_POST['return_to'] ?? '/';
header("Location: $to", true, 302);
exit;
//// safe
$to = in_array($_POST['return_to'] ?? '', ['/home', '/account'], true) ? $_POST['return_to'] : '/';
header("Location: $to", true, 302);
exit;
