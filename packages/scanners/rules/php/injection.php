<?php

use Illuminate\Http\Request;
use Symfony\Component\Process\Process;

function archive($name)
{
    // ruleid: php-request-to-command
    system('tar -cf ' . $name);
}

$name = $_GET['name'];
// ruleid: php-request-to-command
exec("rm $name", $lines);
// ruleid: php-request-to-command
$listing = `ls {$_POST['folder']}`;
// ruleid: php-request-to-command
$pipe = popen('sendmail ' . $_SERVER['HTTP_X_MAIL'], 'w');
archive($_COOKIE['archive']);
// ok: php-request-to-command
exec('rm ' . escapeshellarg($name));
// ok: php-request-to-command
system('kill ' . (int) $_GET['pid']);
// ok: php-request-to-command
system('uptime ' . $_SERVER['SERVER_NAME']);
// ok: php-request-to-command
proc_open(['ls', $name], [], $pipes);
// ok: php-request-to-command
system('id ' . preg_replace('/[^a-z0-9]/', '', $name));
if (in_array($name, ['day', 'week'], true)) {
    // ok: php-request-to-command
    system("report $name");
}

class JobController
{
    public function run(Request $request)
    {
        $job = $request->input('job');
        // ruleid: php-request-to-command
        Process::fromShellCommandline("run-job $job");
        // ok: php-request-to-command
        new Process(['run-job', $job]);
        // ruleid: php-request-to-command
        shell_exec('echo ' . $request->query->get('text'));
        // ok: php-request-to-command
        shell_exec('echo ' . $request->query->getInt('n'));
        // ruleid: php-request-to-command
        passthru('find ' . request('where'));
    }

    public function checked(Request $request)
    {
        $name = $request->get('name');
        if (!preg_match('/^[a-z]+$/', $name)) {
            throw new InvalidArgumentException('name');
        }
        // ok: php-request-to-command
        system("backup $name");
    }
}

function calculate()
{
    $formula = $_POST['formula'];
    // ruleid: php-request-to-code
    eval('$result = ' . $formula . ';');
    // ruleid: php-request-to-code
    assert("strlen('$formula') > 3");
    // ruleid: php-request-to-code
    preg_replace('/.*/e', $formula, 'a');
    // ok: php-request-to-code
    preg_replace('/e/', $formula, 'a');
    // ok: php-request-to-code
    eval('$result = ' . intval($formula) . ';');
    // ok: php-request-to-code
    eval('$result = 3;');
    // ok: php-request-to-code
    assert($formula !== null);
}

function dispatch($input)
{
    $action = $_REQUEST['action'];
    // ruleid: php-request-to-function-name
    $action();
    // ruleid: php-request-to-function-name
    call_user_func($action, 1);
    // ruleid: php-request-to-function-name
    new $action($input);
    $actions = ['show' => 'showPage', 'edit' => 'editPage'];
    $known = $actions[$action] ?? 'showPage';
    // ok: php-request-to-function-name
    $known();
    // ok: php-request-to-function-name
    call_user_func('showPage', $action);
    // ok: php-request-to-function-name
    new Page($action);
    if (in_array($action, ['show', 'edit'])) {
        // ok: php-request-to-function-name
        call_user_func($action);
    }
}

function load($text)
{
    // ruleid: php-request-to-object
    return unserialize($text);
}

function state()
{
    load(base64_decode($_COOKIE['state']));
    $text = file_get_contents('php://input');
    // ruleid: php-request-to-object
    $one = unserialize($text);
    // ok: php-request-to-object
    $two = unserialize($text, ['allowed_classes' => false]);
    // ok: php-request-to-object
    $three = json_decode($text, true);
    if (hash_equals($_COOKIE['mac'], hash_hmac('sha256', $text, KEY))) {
        // ok: php-request-to-object
        $four = unserialize($text);
    }
    // ok: php-request-to-object
    return unserialize(file_get_contents('/var/cache/state'));
}
