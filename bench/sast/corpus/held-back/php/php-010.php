<?php

namespace App\Controller;

use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Component\Routing\Attribute\Route;

class HoursController
{
    #[Route('/hours')]
    public function show(Request $request): Response
    {
        $day = $request->query->get('day', 'Monday');
        $known = ['Monday' => '9-17', 'Saturday' => '10-13'];
        $hours = $known[$day] ?? 'closed';
        $name = $day;

        return new Response("<p>$name: $hours</p>");
    }
}
