<?php

namespace App\Controller;

use App\Repository\PlantRepository;
use Symfony\Component\HttpFoundation\JsonResponse;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\Routing\Attribute\Route;

class PlantController
{
    #[Route('/plants', methods: ['GET'])]
    public function list(Request $request, PlantRepository $plants): JsonResponse
    {
        return new JsonResponse($plants->byFamily($request->query->get('family', 'rosaceae')));
    }
}
