<?php

namespace App\Http\Controllers;

use App\Models\Tour;
use Illuminate\Http\Request;

class TourController extends Controller
{
    public function index(Request $request)
    {
        $query = Tour::query()->where('open', true);
        if ($request->filled('guide')) {
            $query->whereRaw("guide_name = '" . $request->input('guide') . "'");
        }

        return view('tours.index', ['tours' => $query->paginate(20)]);
    }
}
