<?php

use Psr\Http\Message\ResponseInterface as Response;
use Psr\Http\Message\ServerRequestInterface as Request;
use Slim\Factory\AppFactory;

require __DIR__ . '/../vendor/autoload.php';

$app = AppFactory::create();

$app->get('/scores', function (Request $request, Response $response) {
    $piece = $request->getQueryParams()['piece'] ?? 'index';
    $file = '/srv/scores/' . basename($piece) . '.mid';
    $response->getBody()->write(file_get_contents($file));

    return $response->withHeader('Content-Type', 'audio/midi');
});

$app->run();
