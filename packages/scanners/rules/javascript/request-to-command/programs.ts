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
  // ruleid: javascript-request-to-command
  await run(`show ${name}`)
  // ruleid: javascript-request-to-command
  await execa(name, ['--all'])
  // ruleid: javascript-request-to-command
  await execaCommand(`show ${name}`)
  // ok: javascript-request-to-command
  await execa('show', [name])
  // ruleid: javascript-request-to-command
  await execa('show', [name], { shell: true })
  // ruleid: javascript-request-to-command
  spawn('bash', ['-lc', `show ${name}`])
  // ruleid: javascript-request-to-command
  start('cmd.exe', ['/c', name])
  // ok: javascript-request-to-command
  start('cmd.exe', ['/d', 'show'])
  // ruleid: javascript-request-to-command
  start('show', [name], { shell: true })
  // ruleid: javascript-request-to-command
  fork(name)
  const conn = new Client()
  // ruleid: javascript-request-to-command
  conn.exec(`show ${name}`, () => {})
  // ruleid: javascript-request-to-command
  Bun.spawn(['sh', '-c', `show ${name}`])
  // ruleid: javascript-request-to-command
  new Deno.Command(name)
  // ok: javascript-request-to-command
  /^a+$/.exec(name)

  const vm = new NodeVM()
  // ruleid: javascript-request-to-code
  vm.run(name)
  // ruleid: javascript-request-to-code
  new VM().run(name)
  const AsyncFunction = (async () => {}).constructor
  // ruleid: javascript-request-to-code
  await new AsyncFunction('x', name)(1)

  const env = new nunjucks.Environment()
  // ruleid: javascript-request-to-template
  env.renderString(name, {})
  // ok: javascript-request-to-template
  env.renderString('{{ name }}', { name })
}
