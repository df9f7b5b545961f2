<?php

use Illuminate\Http\Request;
use Symfony\Component\HttpFoundation\RedirectResponse;
use Symfony\Component\HttpFoundation\Response;

function heading($text)
{
    // ruleid: php-xss
    echo '<h1>' . $text . '</h1>';
}

$name = $_GET['name'] ?? 'you';
// ruleid: php-xss
echo "<p>Hello $name</p>";
// ruleid: php-xss
print '<p>' . $_SERVER['PHP_SELF'] . '</p>';
// ruleid: php-xss
printf('<a href="%s">', $_REQUEST['url']);
heading($_POST['title']);
// ok: php-xss
echo '<p>' . htmlspecialchars($name, ENT_QUOTES) . '</p>';
// ok: php-xss
echo (int) $_GET['n'];
// ok: php-xss
echo json_encode(['name' => $name]);
// ok: php-xss
echo 'Hello';
// ok: php-xss
echo count($_GET);
// ok: php-xss
echo $name === 'root' ? 'yes' : 'no';
$row = $pdo->query('SELECT 1')->fetch();
// ok: php-xss
echo $_SERVER['REQUEST_TIME'];
$safe = htmlentities($name);
?>
<!-- ruleid: php-xss -->
<b><?= $name ?></b>
<!-- ok: php-xss -->
<b><?= $safe ?></b>
<!-- ok: php-xss -->
<b><?= htmlspecialchars($name) ?></b>
<?php

class Pages
{
    public function show(Request $request)
    {
        // ruleid: php-xss
        $a = new Response('<h1>' . $request->query->get('title') . '</h1>');
        // ok: php-xss
        $b = new Response(json_encode($request->get('title')));
        // ruleid: php-xss
        $response->getBody()->write('Hello ' . $request->getQueryParams()['name']);
        // ok: php-xss
        return view('page', ['title' => $request->input('title')]);
    }

    public function move(Request $request)
    {
        $to = $request->input('to');
        if ($this->kind === 'a') {
            // ruleid: php-open-redirect
            return redirect($to);
        }
        if ($this->kind === 'b') {
            // ruleid: php-open-redirect
            return redirect()->away($request->to);
        }
        if ($this->kind === 'c') {
            // ruleid: php-open-redirect
            return new RedirectResponse($request->query->get('next'));
        }
        // ok: php-open-redirect
        return redirect('/pages/' . $to);
    }
}

function leave()
{
    $next = $_GET['next'];
    // ruleid: php-open-redirect
    header('Location: ' . $next);
    // ruleid: php-open-redirect
    header("Location: $next", true, 301);
    // ok: php-open-redirect
    header('Location: /search?q=' . urlencode($next));
    // ok: php-open-redirect
    header('Location: /home/' . $next);
    // ok: php-open-redirect
    header('Content-Type: text/plain');
    away($_POST['back']);
    $places = ['home' => '/home'];
    // ok: php-open-redirect
    header('Location: ' . ($places[$next] ?? '/'));
}

function away($url)
{
    // ruleid: php-open-redirect
    header('Location: ' . $url);
}

function away_checked()
{
    $url = $_GET['url'];
    if (parse_url($url, PHP_URL_HOST) !== 'example.com') {
        $url = '/';
    }
    // ok: php-open-redirect
    header('Location: ' . $url);
}

function write()
{
    $from = $_POST['from'];
    // ruleid: php-email-header-injection
    mail('team@example.com', 'Hello', $_POST['text'], 'From: ' . $from);
    $headers = "From: $from\r\n";
    // ruleid: php-email-header-injection
    mail('team@example.com', 'Hello', 'text', $headers);
    // ok: php-email-header-injection
    mail('team@example.com', 'Hello', $_POST['text'], 'From: site@example.com');
    $clean = str_replace(["\r", "\n"], '', $from);
    // ok: php-email-header-injection
    mail('team@example.com', 'Hello', 'text', 'From: ' . $clean);
    // ruleid: php-log-injection
    error_log('mail from ' . $from);
    note($_GET['note']);
    // ok: php-log-injection
    error_log('mail from ' . json_encode($from));
    // ok: php-log-injection
    error_log('mail sent');
}

function note($text)
{
    // ruleid: php-log-injection
    syslog(LOG_INFO, "note: $text");
}

function loose_redirect()
{
    $to = $_GET['to'];
    $host = parse_url($to, PHP_URL_HOST);
    // ruleid: php-open-redirect
    header('Location: ' . $to);
    if (str_starts_with($to, 'https://a.example')) {
        // ruleid: php-open-redirect
        header('Location: ' . $to);
    }
    if (str_starts_with($to, 'https://a.example/')) {
        // ok: php-open-redirect
        header('Location: ' . $to);
    }
}
