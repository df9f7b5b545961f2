<?php

namespace App\Security;

use Illuminate\Support\Facades\Cache;

class MagicLink
{
    public function create(int $userId): string
    {
        $token = '';
        for ($i = 0; $i < 40; $i++) {
            $token .= dechex(mt_rand(0, 15));
        }
        Cache::put('magic:' . $token, $userId, now()->addMinutes(15));
        usleep(mt_rand(1000, 5000));

        return route('magic', ['token' => $token]);
    }
}
