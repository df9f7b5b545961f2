<?php

use App\Http\Controllers\Controller;
use Illuminate\Http\Request;
use Illuminate\Support\Facades\Route;

Route::get('/files/{name}', function ($name) {
    // ruleid: php-command-injection
    system('show ' . $name);
});

Route::post('/files', function (Request $request) {
    // ruleid: php-command-injection
    system('show ' . $request['name']);
    // ruleid: php-command-injection
    system('show ' . $request->input('name'));
    // ok: php-command-injection
    system('show ' . $request->user()->folder);
});

class FileController extends Controller
{
    public function show(Request $request, string $name, int $page)
    {
        // ruleid: php-command-injection
        system('show ' . $name);
        // ok: php-command-injection
        system('head -n ' . $page);
    }

    private function __construct($filePath)
    {
        // ok: php-command-injection
        system('show ' . $filePath);
    }
}
