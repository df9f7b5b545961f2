<?php

use Psr\Http\Message\ResponseInterface as Response;
use Psr\Http\Message\ServerRequestInterface as Request;

$app->get('/files/{name}', function (Request $request, Response $response, array $args) {
    // ruleid: php-command-injection
    system('show ' . $args['name']);
    // ruleid: php-command-injection
    system('show ' . $request->getQueryParams()['name']);
    // ruleid: php-command-injection
    system('show ' . $request->getParsedBody()['name']);
    return $response;
});
