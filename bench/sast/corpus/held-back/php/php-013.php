<?php

use Psr\Http\Message\ResponseInterface as Response;
use Psr\Http\Message\ServerRequestInterface as Request;

final class ImportAction
{
    public function __invoke(Request $request, Response $response): Response
    {
        $document = new DOMDocument();
        $document->loadXML((string) $request->getBody(), LIBXML_NOENT | LIBXML_DTDLOAD);
        $names = [];
        foreach ($document->getElementsByTagName('supplier') as $supplier) {
            $names[] = $supplier->textContent;
        }
        $response->getBody()->write(json_encode($names));

        return $response;
    }
}
