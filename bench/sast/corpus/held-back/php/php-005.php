<?php

namespace App\Jobs;

use Illuminate\Http\Request;
use Symfony\Component\Process\Process;

class ExportVideo
{
    public function __invoke(Request $request): string
    {
        $title = (string) $request->input('title');
        $process = new Process(['ffmpeg', '-i', 'raw.mp4', '-metadata', 'title=' . $title, 'out.mp4']);
        $process->setTimeout(120);
        $process->run();

        return $process->isSuccessful() ? 'done' : 'failed';
    }
}
