<?php
use Illuminate\Http\Request;
use Illuminate\Support\Facades\DB;
$pdo = new PDO('sqlite::memory:');
$mysqli = new mysqli('db', 'app', getenv('DB_PASSWORD'), 'shop');
//// weak
$rows = $pdo->query("SELECT * FROM users WHERE name = '{$_GET['name']}'")->fetchAll();
//// safe
$statement = $pdo->prepare('SELECT * FROM users WHERE name = ?');
$statement->execute([$_GET['name']]);
$rows = $statement->fetchAll();
//// weak
$result = mysqli_query($mysqli, 'SELECT * FROM orders WHERE id = ' . $_POST['id']);
//// safe
$result = mysqli_query($mysqli, 'SELECT * FROM orders WHERE id = ' . intval($_POST['id']));
//// weak
function search(Request $request) {
    return DB::select("SELECT * FROM items WHERE title LIKE '%" . $request->input('q') . "%'");
}
//// safe
function search(Request $request) {
    return DB::select('SELECT * FROM items WHERE title LIKE ?', ['%' . $request->input('q') . '%']);
}
//// weak
$sql = sprintf("DELETE FROM items WHERE ref = '%s'", $_GET['ref']);
$mysqli->query($sql);
//// safe
$sql = sprintf("DELETE FROM items WHERE ref = '%s'", $mysqli->real_escape_string($_GET['ref']));
$mysqli->query($sql);
