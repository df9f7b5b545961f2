import { exec as run } from 'node:child_process'

export function work(name: string): void {
  // ruleid: javascript-command-injection-string-concatenation
  run('tar -xf ' + name, (error: Error | null) => done(error))
  // ok: javascript-command-injection-string-concatenation
  run('ls -l')
}
