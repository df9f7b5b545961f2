<?php

use Illuminate\Http\Request;
use Symfony\Component\Process\Process;

function archive($name)
{
    // ruleid: php-command-injection
    system('tar -cf ' . $name);
}

$name = $_GET['name'];
// ruleid: php-command-injection
exec("rm $name", $lines);
// ruleid: php-command-injection
$listing = `ls {$_POST['folder']}`;
// ruleid: php-command-injection
$pipe = popen('sendmail ' . $_SERVER['HTTP_X_MAIL'], 'w');
archive($_COOKIE['archive']);
// ok: php-command-injection
exec('rm ' . escapeshellarg($name));
// ok: php-command-injection
system('kill ' . (int) $_GET['pid']);
// ok: php-command-injection
system('uptime ' . $_SERVER['SERVER_NAME']);
// ok: php-command-injection
proc_open(['ls', $name], [], $pipes);
// ok: php-command-injection
system('id ' . preg_replace('/[^a-z0-9]/', '', $name));
if (in_array($name, ['day', 'week'], true)) {
    // ok: php-command-injection
    system("report $name");
}

class JobController
{
    public function run(Request $request)
    {
        $job = $request->input('job');
        // ruleid: php-command-injection
        Process::fromShellCommandline("run-job $job");
        // ok: php-command-injection
        new Process(['run-job', $job]);
        // ruleid: php-command-injection
        shell_exec('echo ' . $request->query->get('text'));
        // ok: php-command-injection
        shell_exec('echo ' . $request->query->getInt('n'));
        // ruleid: php-command-injection
        passthru('find ' . request('where'));
    }

    public function checked(Request $request)
    {
        $name = $request->get('name');
        if (!preg_match('/^[a-z]+$/', $name)) {
            throw new InvalidArgumentException('name');
        }
        // ok: php-command-injection
        system("backup $name");
    }
}

function calculate()
{
    $formula = $_POST['formula'];
    // ruleid: php-code-injection
    eval('$result = ' . $formula . ';');
    // ruleid: php-code-injection
    assert("strlen('$formula') > 3");
    // ruleid: php-code-injection
    preg_replace('/.*/e', $formula, 'a');
    // ok: php-code-injection
    preg_replace('/e/', $formula, 'a');
    // ok: php-code-injection
    eval('$result = ' . intval($formula) . ';');
    // ok: php-code-injection
    eval('$result = 3;');
    // ok: php-code-injection
    assert($formula !== null);
}

function dispatch($input)
{
    $action = $_REQUEST['action'];
    // ruleid: php-unsafe-reflection
    $action();
    // ruleid: php-unsafe-reflection
    call_user_func($action, 1);
    // ruleid: php-unsafe-reflection
    new $action($input);
    $actions = ['show' => 'showPage', 'edit' => 'editPage'];
    $known = $actions[$action] ?? 'showPage';
    // ok: php-unsafe-reflection
    $known();
    // ok: php-unsafe-reflection
    call_user_func('showPage', $action);
    // ok: php-unsafe-reflection
    new Page($action);
    if (in_array($action, ['show', 'edit'])) {
        // ok: php-unsafe-reflection
        call_user_func($action);
    }
}

function load($text)
{
    // ruleid: php-insecure-deserialization
    return unserialize($text);
}

function state()
{
    load(base64_decode($_COOKIE['state']));
    $text = file_get_contents('php://input');
    // ruleid: php-insecure-deserialization
    $one = unserialize($text);
    // ok: php-insecure-deserialization
    $two = unserialize($text, ['allowed_classes' => false]);
    // ok: php-insecure-deserialization
    $three = json_decode($text, true);
    if (hash_equals($_COOKIE['mac'], hash_hmac('sha256', $text, KEY))) {
        // ok: php-insecure-deserialization
        $four = unserialize($text);
    }
    // ok: php-insecure-deserialization
    return unserialize(file_get_contents('/var/cache/state'));
}
