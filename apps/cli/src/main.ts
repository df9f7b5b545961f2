import { run } from './program.ts'

/** How long a second signal is ignored: a terminal sends Ctrl-C to both the launcher and this process. */
const SAME_SIGNAL_MS = 300

function untilStopped(): Promise<string> {
  return new Promise((resolve) => {
    let first_ms: number | undefined
    const stop = (signal: string): void => {
      if (first_ms === undefined) {
        first_ms = performance.now()
        resolve(signal)
      } else if (performance.now() - first_ms > SAME_SIGNAL_MS) {
        process.exit(130)
      }
    }
    process.on('SIGINT', stop)
    process.on('SIGTERM', stop)
  })
}

// If the reader of the output disconnects (`… | head`), the command continues with its report or run.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  untilStopped,
})
