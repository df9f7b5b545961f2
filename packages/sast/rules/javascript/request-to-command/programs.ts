import { exec, fork, spawn as start } from 'node:child_process'
import { promisify } from 'node:util'
import { execa, execaCommand } from 'execa'
import spawn from 'cross-spawn'
import { Client } from 'ssh2'
import { NodeVM, VM } from 'vm2'
import nunjucks from 'nunjucks'

const run = promisify(exec)

export async function GET(request: Request) {
  const name = new URL(request.url).searchParams.get('name')
  // ruleid: javascript-command-injection
  await run(`show ${name}`)
  // ruleid: javascript-command-injection
  await execa(name, ['--all'])
  // ruleid: javascript-command-injection
  await execaCommand(`show ${name}`)
  // ok: javascript-command-injection
  await execa('show', [name])
  // ruleid: javascript-command-injection
  await execa('show', [name], { shell: true })
  // ruleid: javascript-command-injection
  spawn('bash', ['-lc', `show ${name}`])
  // ruleid: javascript-command-injection
  start('cmd.exe', ['/c', name])
  // ok: javascript-command-injection
  start('cmd.exe', ['/d', 'show'])
  // ruleid: javascript-command-injection
  start('show', [name], { shell: true })
  // ruleid: javascript-command-injection
  fork(name)
  const conn = new Client()
  // ruleid: javascript-command-injection
  conn.exec(`show ${name}`, () => {})
  // ruleid: javascript-command-injection
  Bun.spawn(['sh', '-c', `show ${name}`])
  // ruleid: javascript-command-injection
  new Deno.Command(name)
  // ok: javascript-command-injection
  /^a+$/.exec(name)

  const vm = new NodeVM()
  // ruleid: javascript-code-injection
  vm.run(name)
  // ruleid: javascript-code-injection
  new VM().run(name)
  const AsyncFunction = (async () => {}).constructor
  // ruleid: javascript-code-injection
  await new AsyncFunction('x', name)(1)

  const env = new nunjucks.Environment()
  // ruleid: javascript-template-injection
  env.renderString(name, {})
  // ok: javascript-template-injection
  env.renderString('{{ name }}', { name })
}
