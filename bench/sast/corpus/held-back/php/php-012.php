<?php

namespace App\Http\Controllers;

use App\Models\User;
use Illuminate\Http\RedirectResponse;
use Illuminate\Http\Request;

class ProfileController extends Controller
{
    public function update(Request $request): RedirectResponse
    {
        $request->validate(['name' => 'required|string|max:80', 'city' => 'nullable|string']);
        $user = $request->user();
        $user->forceFill($request->all())->save();

        return redirect()->route('profile');
    }
}
