<?php

use Symfony\Bundle\FrameworkBundle\Controller\AbstractController;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpKernel\Attribute\MapQueryParameter;
use Symfony\Component\HttpKernel\Attribute\MapRequestPayload;
use Symfony\Component\Routing\Attribute\Route;

class FilesController extends AbstractController
{
    #[Route('/files/{name}')]
    public function show(string $name, Request $request)
    {
        // ruleid: php-command-injection
        system('show ' . $name);
        // ruleid: php-command-injection
        system('show ' . $request->query->get('name'));
        // ruleid: php-command-injection
        system('show ' . $request->request->get('name'));
        // ok: php-command-injection
        system('head -n ' . $request->query->getInt('lines'));
    }

    #[Route('/all')]
    public function all(#[MapQueryParameter] string $kind, #[MapQueryParameter] int $lines, #[MapRequestPayload] Wanted $wanted)
    {
        // ruleid: php-command-injection
        system('show ' . $kind);
        // ruleid: php-command-injection
        system('show ' . $wanted->folder);
        // ok: php-command-injection
        system('head -n ' . $lines);
    }
}
