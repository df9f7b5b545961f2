<?php

use Illuminate\Http\Request;
use Symfony\Component\HttpFoundation\RedirectResponse;
use Symfony\Component\HttpFoundation\Response;

function heading($text)
{
    // ruleid: php-request-to-page
    echo '<h1>' . $text . '</h1>';
}

$name = $_GET['name'] ?? 'you';
// ruleid: php-request-to-page
echo "<p>Hello $name</p>";
// ruleid: php-request-to-page
print '<p>' . $_SERVER['PHP_SELF'] . '</p>';
// ruleid: php-request-to-page
printf('<a href="%s">', $_REQUEST['url']);
heading($_POST['title']);
// ok: php-request-to-page
echo '<p>' . htmlspecialchars($name, ENT_QUOTES) . '</p>';
// ok: php-request-to-page
echo (int) $_GET['n'];
// ok: php-request-to-page
echo json_encode(['name' => $name]);
// ok: php-request-to-page
echo 'Hello';
// ok: php-request-to-page
echo count($_GET);
// ok: php-request-to-page
echo $name === 'root' ? 'yes' : 'no';
$row = $pdo->query('SELECT 1')->fetch();
// ok: php-request-to-page
echo $_SERVER['REQUEST_TIME'];
$safe = htmlentities($name);
?>
<!-- ruleid: php-request-to-page -->
<b><?= $name ?></b>
<!-- ok: php-request-to-page -->
<b><?= $safe ?></b>
<!-- ok: php-request-to-page -->
<b><?= htmlspecialchars($name) ?></b>
<?php

class Pages
{
    public function show(Request $request)
    {
        // ruleid: php-request-to-page
        $a = new Response('<h1>' . $request->query->get('title') . '</h1>');
        // ok: php-request-to-page
        $b = new Response(json_encode($request->get('title')));
        // ruleid: php-request-to-page
        $response->getBody()->write('Hello ' . $request->getQueryParams()['name']);
        // ok: php-request-to-page
        return view('page', ['title' => $request->input('title')]);
    }

    public function move(Request $request)
    {
        $to = $request->input('to');
        if ($this->kind === 'a') {
            // ruleid: php-request-to-redirect
            return redirect($to);
        }
        if ($this->kind === 'b') {
            // ruleid: php-request-to-redirect
            return redirect()->away($request->to);
        }
        if ($this->kind === 'c') {
            // ruleid: php-request-to-redirect
            return new RedirectResponse($request->query->get('next'));
        }
        // ok: php-request-to-redirect
        return redirect('/pages/' . $to);
    }
}

function leave()
{
    $next = $_GET['next'];
    // ruleid: php-request-to-redirect
    header('Location: ' . $next);
    // ruleid: php-request-to-redirect
    header("Location: $next", true, 301);
    // ok: php-request-to-redirect
    header('Location: /search?q=' . urlencode($next));
    // ok: php-request-to-redirect
    header('Location: /home/' . $next);
    // ok: php-request-to-redirect
    header('Content-Type: text/plain');
    away($_POST['back']);
    $places = ['home' => '/home'];
    // ok: php-request-to-redirect
    header('Location: ' . ($places[$next] ?? '/'));
}

function away($url)
{
    // ruleid: php-request-to-redirect
    header('Location: ' . $url);
}

function away_checked()
{
    $url = $_GET['url'];
    if (parse_url($url, PHP_URL_HOST) !== 'example.com') {
        $url = '/';
    }
    // ok: php-request-to-redirect
    header('Location: ' . $url);
}

function write()
{
    $from = $_POST['from'];
    // ruleid: php-request-to-header
    mail('team@example.com', 'Hello', $_POST['text'], 'From: ' . $from);
    $headers = "From: $from\r\n";
    // ruleid: php-request-to-header
    mail('team@example.com', 'Hello', 'text', $headers);
    // ok: php-request-to-header
    mail('team@example.com', 'Hello', $_POST['text'], 'From: site@example.com');
    $clean = str_replace(["\r", "\n"], '', $from);
    // ok: php-request-to-header
    mail('team@example.com', 'Hello', 'text', 'From: ' . $clean);
    // ruleid: php-request-to-log
    error_log('mail from ' . $from);
    note($_GET['note']);
    // ok: php-request-to-log
    error_log('mail from ' . json_encode($from));
    // ok: php-request-to-log
    error_log('mail sent');
}

function note($text)
{
    // ruleid: php-request-to-log
    syslog(LOG_INFO, "note: $text");
}

function loose_redirect()
{
    $to = $_GET['to'];
    $host = parse_url($to, PHP_URL_HOST);
    // ruleid: php-request-to-redirect
    header('Location: ' . $to);
    if (str_starts_with($to, 'https://a.example')) {
        // ruleid: php-request-to-redirect
        header('Location: ' . $to);
    }
    if (str_starts_with($to, 'https://a.example/')) {
        // ok: php-request-to-redirect
        header('Location: ' . $to);
    }
}
