<?php
use Illuminate\Http\Request;
use Symfony\Component\HttpFoundation\Response;
//// weak
echo '<h1>Hello ' . $_GET['name'] . '</h1>';
//// safe
echo '<h1>Hello ' . htmlspecialchars($_GET['name'], ENT_QUOTES) . '</h1>';
//// weak
print "<p>Results for {$_REQUEST['q']}</p>";
//// safe
print '<p>Results for ' . htmlentities($_REQUEST['q']) . '</p>';
//// weak
$label = $_POST['label'] ?? '';
printf('<b>%s</b>', $label);
//// safe
$label = $_POST['label'] ?? '';
printf('<b>%d</b>', $label);
//// weak
function page(Request $request) {
    return new Response('<title>' . $request->query->get('title') . '</title>');
}
//// safe
function page(Request $request) {
    return response()->json(['title' => $request->query->get('title')]);
}
