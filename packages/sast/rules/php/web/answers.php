<?php

use Laminas\Diactoros\Response\HtmlResponse;
use Psr\Http\Message\ServerRequestInterface as Request;

$app->get('/hello/{name}', function (Request $request, $response, array $args) {
    // ruleid: php-xss
    $response->getBody()->write('<p>' . $args['name'] . '</p>');
    // ok: php-xss
    $response->getBody()->write('<p>' . htmlspecialchars($args['name']) . '</p>');
    // ruleid: php-xss
    return new HtmlResponse('<p>' . $request->getQueryParams()['name'] . '</p>');
});

class Pages extends BaseController
{
    public function show()
    {
        // ruleid: php-xss
        $this->response->setBody('<p>' . $this->request->getVar('name') . '</p>');
        // ruleid: php-open-redirect
        return $this->response->redirect($this->request->getVar('next'));
    }
}
