<?php

use Illuminate\Http\Request;
use Illuminate\Support\Facades\DB;

function find(PDO $db, $name)
{
    // ruleid: php-sql-injection
    return $db->query("SELECT * FROM users WHERE name = '$name'");
}

$id = $_GET['id'];
$sql = "SELECT * FROM pages WHERE id = " . $id;
// ruleid: php-sql-injection
$result = mysqli_query($link, $sql);
// ruleid: php-sql-injection
$pdo->prepare(sprintf("SELECT * FROM pages ORDER BY %s", $_POST['order']))->execute();
find($pdo, $_COOKIE['name']);
// ok: php-sql-injection
$statement = $pdo->prepare('SELECT * FROM pages WHERE id = ?');
// ok: php-sql-injection
$statement->execute([$id]);
// ok: php-sql-injection
mysqli_query($link, "SELECT * FROM pages WHERE id = " . (int) $id);
// ok: php-sql-injection
mysqli_query($link, "SELECT * FROM pages WHERE name = '" . mysqli_real_escape_string($link, $id) . "'");
// ok: php-sql-injection
mysqli_query($link, "SELECT * FROM pages WHERE id = " . intval($_GET['id']));
// ok: php-sql-injection
$pdo->query("SELECT * FROM pages WHERE name = " . $pdo->quote($id));
// ruleid: php-sql-injection
pg_query($link, "DELETE FROM pages WHERE id = {$_REQUEST['id']}");
// ok: php-sql-injection
pg_query_params($link, 'DELETE FROM pages WHERE id = $1', [$id]);

class PageController
{
    public function index(Request $request)
    {
        $order = $request->input('order');
        // ruleid: php-sql-injection
        $a = DB::select("SELECT * FROM pages ORDER BY $order");
        // ruleid: php-sql-injection
        $b = Page::whereRaw("title LIKE '%" . $request->title . "%'")->get();
        // ruleid: php-sql-injection
        $c = DB::table('pages')->orderByRaw($order)->get();
        // ruleid: php-sql-injection
        $d = DB::table('pages')->select(DB::raw("count($order)"))->get();
        // ok: php-sql-injection
        $e = Page::whereRaw('title LIKE ?', [$order])->get();
        // ok: php-sql-injection
        $f = DB::table('pages')->where('title', $order)->get();
        // ok: php-sql-injection
        $g = DB::select('SELECT * FROM pages WHERE id = ?', [$order]);
        $column = in_array($order, ['title', 'date'], true) ? 'title' : 'date';
        // ok: php-sql-injection
        return DB::select("SELECT * FROM pages ORDER BY $column");
    }

    public function query($em, $wpdb)
    {
        // ruleid: php-sql-injection
        $em->createQuery("SELECT p FROM Page p WHERE p.title = '" . $this->request->getQuery('title') . "'");
        // ruleid: php-sql-injection
        $wpdb->get_results("SELECT * FROM posts WHERE title = '" . get_query_var('t') . "'");
        // ok: php-sql-injection
        $wpdb->get_results($wpdb->prepare('SELECT * FROM posts WHERE title = %s', $_GET['t']));
        // ruleid: php-sql-injection
        $em->andWhere("p.title = '" . $_GET['t'] . "'");
        // ok: php-sql-injection
        $em->andWhere('p.title = :title')->setParameter('title', $_GET['t']);
    }
}

function login($users, $ldap, DOMXPath $people)
{
    // ruleid: php-nosql-injection
    $user = $users->findOne(['name' => $_POST['name'], 'password' => $_POST['password']]);
    // ok: php-nosql-injection
    $user = $users->findOne(['name' => (string) $_POST['name']]);
    $filter = ['name' => $_GET['name']];
    // ruleid: php-nosql-injection
    $users->deleteMany($filter);
    // ok: php-nosql-injection
    $users->countDocuments(['kind' => 'user']);

    $name = $_POST['name'];
    // ruleid: php-ldap-injection
    ldap_search($ldap, 'dc=example', "(uid=$name)");
    // ruleid: php-ldap-injection
    ldap_bind($ldap, 'uid=' . $name . ',dc=example', 'x');
    // ok: php-ldap-injection
    ldap_search($ldap, 'dc=example', '(uid=' . ldap_escape($name, '', LDAP_ESCAPE_FILTER) . ')');
    byName($ldap, $name);

    // ruleid: php-xpath-injection
    $people->query("//user[name='$name']");
    // ruleid: php-xpath-injection
    simplexml_load_file('users.xml')->xpath('//user[name="' . $name . '"]');
    // ok: php-xpath-injection
    $people->query('//user[id=' . (int) $name . ']');
    // ok: php-xpath-injection
    $people->query('//user');
}

function byName($ldap, $given)
{
    $filter = '(cn=' . $given . ')';
    // ruleid: php-ldap-injection
    return ldap_list($ldap, 'dc=example', $filter);
}
