import { exec as run } from 'node:child_process'

export function work(name: string): void {
  // ruleid: javascript-shell-command
  run('tar -xf ' + name, (error: Error | null) => done(error))
  // ok: javascript-shell-command
  run('ls -l')
}
