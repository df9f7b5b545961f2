import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeRepository, type GitServer, serveGit, XSS, freePort } from '@gatehouse/testkit'

export const SVN_PASSWORD = 'made-up-password-of-a-folder'

/** A request's text runs in a shell; a certificate is not checked, which its rule repairs. */
export const WEAK = {
  [`lib/${XSS}.js`]: `const { exec } = require('node:child_process')
const app = require('express')()

app.get('/ping', (request, response) => {
  const host = request.query.host
  const line = 'ping -c 1 ' + host
  exec(line, (error, out) => response.send(out))
})
`,
  'client.py': 'import requests\n\n\ndef get(address):\n    return requests.get(address, verify=False)\n',
  'package.json': JSON.stringify({ name: 'shop', version: '1.0.0', dependencies: { frame: '^2.0.0' } }),
  'package-lock.json': JSON.stringify({
    name: 'shop',
    version: '1.0.0',
    lockfileVersion: 3,
    packages: {
      '': { name: 'shop', version: '1.0.0', dependencies: { frame: '^2.0.0' } },
      'node_modules/frame': { version: '2.0.0', license: 'MIT', dependencies: { left: '^1.0.0' } },
      'node_modules/left': { version: '1.0.0', license: 'AGPL-3.0-only' },
    },
  }),
}

/** Source that takes longer to scan than a user needs to press a button. */
const MANY = Object.fromEntries(
  Array.from({ length: 400 }, (_, at) => [
    `part-${at % 50}/file-${at}.js`,
    Object.values(WEAK)[0]!.replaceAll('host', `host${at}`).repeat(4),
  ]),
)

/**
 * Starts a git server on loopback with the repositories `shop`, with a commit of vulnerable code and one without the shell call, and
 * `large`.
 * @returns the commits of the shop
 */
export async function startGit(root: string): Promise<GitServer & { readonly commits: readonly string[] }> {
  const commits = makeRepository(root, 'shop', [WEAK, { 'client.py': 'def get(address):\n    return address\n' }])
  makeRepository(root, 'large', [MANY])
  return { ...(await serveGit(root)), commits }
}

/** Starts a Subversion server with a folder that requires a password for reading. */
export async function startSvn(root: string): Promise<{ readonly url: string; readonly stop: () => void }> {
  const run = (file: string, ...args: string[]) => execFileSync(file, args, { cwd: root, stdio: 'pipe' })
  const work = join(root, 'svn.work')
  run('svnadmin', 'create', 'svn')
  run('svn', 'checkout', '--quiet', `file://${join(root, 'svn')}`, work)
  mkdirSync(join(work, 'trunk'))
  writeFileSync(join(work, 'trunk/client.py'), WEAK['client.py'])
  run('svn', 'add', '--quiet', join(work, 'trunk'))
  run('svn', 'commit', '--quiet', '-m', 'first', work)
  writeFileSync(
    join(root, 'svn/conf/svnserve.conf'),
    '[general]\nanon-access = none\nauth-access = read\npassword-db = passwd\n',
  )
  writeFileSync(join(root, 'svn/conf/passwd'), `[users]\nann = ${SVN_PASSWORD}\n`)
  const port = await freePort()
  // It is ready as soon as it listens: scans are queued much later.
  const options = ['--foreground', '--listen-host=127.0.0.1', `--listen-port=${port}`, `--root=${root}`]
  const server = spawn('svnserve', ['--daemon', ...options])
  return { url: `svn://127.0.0.1:${port}/svn/trunk`, stop: () => void server.kill('SIGKILL') }
}
