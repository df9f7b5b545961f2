<?php
use GuzzleHttp\Client;
use Illuminate\Http\Request;
use Illuminate\Support\Facades\Http;
//// weak
echo file_get_contents($_GET['url']);
//// safe
echo file_get_contents('https://api.example.com/items?u=' . urlencode($_GET['url']));
//// weak
$ch = curl_init($_POST['callback']);
curl_setopt($ch, CURLOPT_RETURNTRANSFER, true);
echo curl_exec($ch);
//// safe
$ch = curl_init('https://hooks.example.com/done');
curl_setopt($ch, CURLOPT_POSTFIELDS, $_POST['callback']);
echo curl_exec($ch);
//// weak
$ch = curl_init();
curl_setopt($ch, CURLOPT_URL, 'http://' . $_GET['host'] . '/health');
curl_exec($ch);
//// safe
$hosts = ['a' => 'a.internal', 'b' => 'b.internal'];
$ch = curl_init();
curl_setopt($ch, CURLOPT_URL, 'http://' . $hosts[$_GET['host']] . '/health');
curl_exec($ch);
//// weak
function preview(Request $request) {
    return Http::get($request->input('url'))->body();
}
//// safe
function preview(Request $request) {
    return Http::get('https://api.example.com/items', ['url' => $request->input('url')])->body();
}
