<?php

use Illuminate\Http\Request;
use Illuminate\Support\Facades\DB;

function find(PDO $db, $name)
{
    // ruleid: php-request-to-sql
    return $db->query("SELECT * FROM users WHERE name = '$name'");
}

$id = $_GET['id'];
$sql = "SELECT * FROM pages WHERE id = " . $id;
// ruleid: php-request-to-sql
$result = mysqli_query($link, $sql);
// ruleid: php-request-to-sql
$pdo->prepare(sprintf("SELECT * FROM pages ORDER BY %s", $_POST['order']))->execute();
find($pdo, $_COOKIE['name']);
// ok: php-request-to-sql
$statement = $pdo->prepare('SELECT * FROM pages WHERE id = ?');
// ok: php-request-to-sql
$statement->execute([$id]);
// ok: php-request-to-sql
mysqli_query($link, "SELECT * FROM pages WHERE id = " . (int) $id);
// ok: php-request-to-sql
mysqli_query($link, "SELECT * FROM pages WHERE name = '" . mysqli_real_escape_string($link, $id) . "'");
// ok: php-request-to-sql
mysqli_query($link, "SELECT * FROM pages WHERE id = " . intval($_GET['id']));
// ok: php-request-to-sql
$pdo->query("SELECT * FROM pages WHERE name = " . $pdo->quote($id));
// ruleid: php-request-to-sql
pg_query($link, "DELETE FROM pages WHERE id = {$_REQUEST['id']}");
// ok: php-request-to-sql
pg_query_params($link, 'DELETE FROM pages WHERE id = $1', [$id]);

class PageController
{
    public function index(Request $request)
    {
        $order = $request->input('order');
        // ruleid: php-request-to-sql
        $a = DB::select("SELECT * FROM pages ORDER BY $order");
        // ruleid: php-request-to-sql
        $b = Page::whereRaw("title LIKE '%" . $request->title . "%'")->get();
        // ruleid: php-request-to-sql
        $c = DB::table('pages')->orderByRaw($order)->get();
        // ruleid: php-request-to-sql
        $d = DB::table('pages')->select(DB::raw("count($order)"))->get();
        // ok: php-request-to-sql
        $e = Page::whereRaw('title LIKE ?', [$order])->get();
        // ok: php-request-to-sql
        $f = DB::table('pages')->where('title', $order)->get();
        // ok: php-request-to-sql
        $g = DB::select('SELECT * FROM pages WHERE id = ?', [$order]);
        $column = in_array($order, ['title', 'date'], true) ? 'title' : 'date';
        // ok: php-request-to-sql
        return DB::select("SELECT * FROM pages ORDER BY $column");
    }

    public function query($em, $wpdb)
    {
        // ruleid: php-request-to-sql
        $em->createQuery("SELECT p FROM Page p WHERE p.title = '" . $this->request->getQuery('title') . "'");
        // ruleid: php-request-to-sql
        $wpdb->get_results("SELECT * FROM posts WHERE title = '" . get_query_var('t') . "'");
        // ok: php-request-to-sql
        $wpdb->get_results($wpdb->prepare('SELECT * FROM posts WHERE title = %s', $_GET['t']));
        // ruleid: php-request-to-sql
        $em->andWhere("p.title = '" . $_GET['t'] . "'");
        // ok: php-request-to-sql
        $em->andWhere('p.title = :title')->setParameter('title', $_GET['t']);
    }
}

function login($users, $ldap, DOMXPath $people)
{
    // ruleid: php-request-to-nosql
    $user = $users->findOne(['name' => $_POST['name'], 'password' => $_POST['password']]);
    // ok: php-request-to-nosql
    $user = $users->findOne(['name' => (string) $_POST['name']]);
    $filter = ['name' => $_GET['name']];
    // ruleid: php-request-to-nosql
    $users->deleteMany($filter);
    // ok: php-request-to-nosql
    $users->countDocuments(['kind' => 'user']);

    $name = $_POST['name'];
    // ruleid: php-request-to-ldap
    ldap_search($ldap, 'dc=example', "(uid=$name)");
    // ruleid: php-request-to-ldap
    ldap_bind($ldap, 'uid=' . $name . ',dc=example', 'x');
    // ok: php-request-to-ldap
    ldap_search($ldap, 'dc=example', '(uid=' . ldap_escape($name, '', LDAP_ESCAPE_FILTER) . ')');
    byName($ldap, $name);

    // ruleid: php-request-to-xpath
    $people->query("//user[name='$name']");
    // ruleid: php-request-to-xpath
    simplexml_load_file('users.xml')->xpath('//user[name="' . $name . '"]');
    // ok: php-request-to-xpath
    $people->query('//user[id=' . (int) $name . ']');
    // ok: php-request-to-xpath
    $people->query('//user');
}

function byName($ldap, $given)
{
    $filter = '(cn=' . $given . ')';
    // ruleid: php-request-to-ldap
    return ldap_list($ldap, 'dc=example', $filter);
}
