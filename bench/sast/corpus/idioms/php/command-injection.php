<?php
use Illuminate\Http\Request;
use Symfony\Component\Process\Process;
//// weak
system('ping -c 1 ' . $_GET['host']);
//// safe
system('ping -c 1 ' . escapeshellarg($_GET['host']));
//// weak
$folder = $_POST['folder'];
echo shell_exec("tar czf out.tgz {$folder}");
//// safe
$folder = (int) $_POST['folder'];
echo shell_exec("tar czf out.tgz {$folder}");
//// weak
echo `whois $_REQUEST[domain]`;
//// safe
echo `whois example.com`;
//// weak
function convert(Request $request) {
    $process = Process::fromShellCommandline(sprintf('convert %s out.png', $request->query('file')));
    $process->run();
}
//// safe
function convert(Request $request) {
    $process = new Process(['convert', $request->query('file'), 'out.png']);
    $process->run();
}
