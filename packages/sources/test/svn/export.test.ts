import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer as createHttpServer, type IncomingMessage, request as httpRequest } from 'node:http'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createEgress, parseEgressAllow } from '@gatehouse/kernel/egress'
import { hasPrograms, SEARCH_PATH } from '@gatehouse/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Exported, exportSvn, type SvnOptions } from '../../src/index.ts'
import { openPinnedProxy } from '../../src/svn/pinned-proxy.ts'

const HAS_SVN = hasPrograms('svn', 'svnadmin', 'svnrdump', 'svnserve')
const PASSWORD = 'made-up-password-0123456789'
/** Several delta windows, with runs and repetitions. */
const LARGE = `${'x'.repeat(200_000)}${Array.from({ length: 50_000 }, (_, at) => `line ${at % 1_000}\n`).join('')}`
const RANDOM = randomBytes(300_000)
let root: string
let server: ChildProcess | undefined
let port: number
let into: string
let number = 0

beforeAll(async () => {
  if (!HAS_SVN) return
  root = await mkdtemp(join(tmpdir(), 'svn-test-'))
  makeRepository('open', 'anon-access = read\n')
  makeRepository('closed', `anon-access = none\nauth-access = read\npassword-db = passwd\nrealm = closed\n`)
  writeFileSync(join(root, 'closed/conf/passwd'), `[users]\nann = ${PASSWORD}\n`)
  port = await freePort()
  server = spawn('svnserve', [
    '--daemon',
    '--foreground',
    `--listen-host=127.0.0.1`,
    `--listen-port=${port}`,
    `--root=${root}`,
  ])
  await listening(port)
})
afterAll(async () => {
  if (!HAS_SVN) return
  server?.kill('SIGKILL')
  await rm(root, { recursive: true, force: true })
})
beforeEach(() => {
  into = join(root, `into-${(number += 1)}`)
})

function makeRepository(name: string, general: string): void {
  const run = (file: string, ...args: string[]) => execFileSync(file, args, { cwd: root, stdio: 'pipe' })
  run('svnadmin', 'create', name)
  const work = join(root, `${name}.work`)
  run('svn', 'checkout', '--quiet', `file://${join(root, name)}`, work)
  writeFileSync(join(work, 'a.txt'), 'one')
  run('svn', 'add', '--quiet', join(work, 'a.txt'))
  run('svn', 'commit', '--quiet', '-m', 'first', work)
  run('svn', 'update', '--quiet', work)
  writeFileSync(join(work, 'a.txt'), 'two')
  mkdirSync(join(work, 'lib'))
  writeFileSync(join(work, 'lib/b@2.txt'), 'three')
  writeFileSync(join(work, 'lib/large.txt'), LARGE)
  writeFileSync(join(work, 'lib/random'), RANDOM)
  writeFileSync(join(work, 'lib/empty'), '')
  symlinkSync('/etc/passwd', join(work, 'link'))
  run('svn', 'add', '--quiet', join(work, 'lib'), join(work, 'link'))
  run('svn', 'propset', '--quiet', 'svn:externals', `file://${join(root, name)} outside`, work)
  run('svn', 'commit', '--quiet', '-m', 'second', work)
  writeFileSync(join(root, name, 'conf/svnserve.conf'), `[general]\n${general}`)
}
async function freePort(): Promise<number> {
  const item = createServer().listen(0, '127.0.0.1')
  await once(item, 'listening')
  const { port: free } = item.address() as { port: number }
  item.close()
  await once(item, 'close')
  return free
}
async function listening(at: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const socket = connect(at, '127.0.0.1')
    const isOpen = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true))
      socket.once('error', () => resolve(false))
    })
    socket.destroy()
    if (isOpen === true) return
    await wait(50)
  }
  throw new Error('svnserve did not start')
}

const egress = createEgress({ allow: parseEgressAllow('127.0.0.0/8,svn.test'), resolve: async () => ['127.0.0.1'] })
const svn = (more: Partial<SvnOptions> = {}): Promise<Exported> =>
  exportSvn({
    url: `svn://127.0.0.1:${port}/open`,
    into,
    egress,
    searchPath: SEARCH_PATH,
    signal: new AbortController().signal,
    ...more,
  })

describe.skipIf(!HAS_SVN)('a repository', () => {
  test('is exported at its latest revision, without externals', async () => {
    expect(await svn()).toMatchObject({ revision: '2' })
    expect((await readdir(into)).sort()).toEqual(['a.txt', 'lib'])
    expect(await readFile(join(into, 'a.txt'), 'utf8')).toBe('two')
  })

  test('is exported without links; skipped links are reported and never written through', async () => {
    expect(await svn()).toMatchObject({
      skipped: [{ name: 'link', detail: 'it is a symbolic link' }],
      skippedCount: 1,
    })
  })

  test('is exported with every byte of files compressed by svn', async () => {
    await svn()
    expect(await readFile(join(into, 'lib/large.txt'), 'utf8')).toBe(LARGE)
    expect(await readFile(join(into, 'lib/random'))).toEqual(RANDOM)
    expect(await readFile(join(into, 'lib/empty'), 'utf8')).toBe('')
  })

  test('is exported at an older revision, by subfolder, and from a host in the policy only', async () => {
    expect(await svn({ revision: '1' })).toMatchObject({ revision: '1' })
    expect(await readFile(join(into, 'a.txt'), 'utf8')).toBe('one')
    await rm(into, { recursive: true })
    await svn({ url: `svn://svn.test:${port}/open/lib` })
    expect((await readdir(into)).sort()).toEqual(['b@2.txt', 'empty', 'large.txt', 'random'])
  })
})

describe.skipIf(!HAS_SVN)('a password', () => {
  const url = () => `svn://127.0.0.1:${port}/closed`

  test('grants access and leaves no files behind', async () => {
    expect(await svn({ url: url(), username: 'ann', password: PASSWORD })).toMatchObject({ revision: '2' })
    expect((await readdir(tmpdir())).filter((name) => name.startsWith('gatehouse-svn-'))).toEqual([])
  })

  test.each([
    ['wrong', { username: 'ann', password: 'another-made-up-password' }],
    ['missing', {}],
  ])('that is %s is reported without being shown', async (_title, more) => {
    await expect(svn({ url: url(), ...more })).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'The repository requires a user name and password with read permission.',
    })
  })
})

describe.skipIf(!HAS_SVN)('rejected repositories', () => {
  test.each([
    ['a file', { url: 'file:///etc' }, 'egress_refused'],
    ['a tunnel', { url: 'svn+ssh://example.org/x' }, 'egress_refused'],
    ['a password in the address', { url: 'svn://a:b@example.org/x' }, 'egress_refused'],
    ['a revision that is an option', { revision: '--config-dir=x' }, 'invalid_request'],
    ['a user of two lines', { username: 'a\nb' }, 'invalid_request'],
    ['a revision that is not there', { revision: '99' }, 'invalid_request'],
  ])('%s', async (_title, more, code) => {
    await expect(svn(more)).rejects.toMatchObject({ code })
  })

  test('an address of a file', async () => {
    await expect(svn({ url: `svn://127.0.0.1:${port}/open/a.txt` })).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'The URL refers to a file; use the URL of its folder.',
    })
  })

  test('an address without a repository', async () => {
    await expect(svn({ url: `svn://127.0.0.1:${port}/nothing` })).rejects.toMatchObject({ code: 'invalid_request' })
  })

  test('http to a host that is not allowed', async () => {
    const open = createEgress({ resolve: async () => ['93.184.216.34'] })
    await expect(svn({ url: 'http://example.org/x', egress: open })).rejects.toMatchObject({ code: 'egress_refused' })
  })
})

test('the pinned proxy connects to one target only', async () => {
  const answered = createServer((socket) => socket.end('here')).listen(0, '127.0.0.1')
  await once(answered, 'listening')
  const { port: target } = answered.address() as { port: number }
  const proxy = await openPinnedProxy(`svn.test:${target}`, ['127.0.0.1'])
  const ask = async (place: string): Promise<string> => {
    const socket = connect(proxy.port, '127.0.0.1')
    socket.write(`CONNECT ${place} HTTP/1.1\r\nhost: ${place}\r\n\r\n`)
    let text = ''
    for await (const chunk of socket) text += String(chunk)
    return text
  }
  expect(await ask(`svn.test:${target}`)).toBe('HTTP/1.1 200 OK\r\n\r\nhere')
  expect(await ask(`127.0.0.1:${target}`)).toMatch(/^HTTP\/1.1 403/)
  expect(await ask('169.254.169.254:80')).toMatch(/^HTTP\/1.1 403/)
  await proxy.close()
  answered.close()
})

test('the pinned proxy forwards plain requests unchanged, including chunked bodies', async () => {
  const seen: string[] = []
  const upstream = createHttpServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += String(chunk)))
    request.on('end', () => {
      seen.push(`${String(request.method)} ${String(request.url)} ${String(request.headers.host)} ${body}`)
      response.writeHead(207, { 'x-dav': '1' }).end('many')
    })
  }).listen(0, '127.0.0.1')
  await once(upstream, 'listening')
  const { port: target } = upstream.address() as { port: number }
  const place = `svn.test:${target}`
  const proxy = await openPinnedProxy(place, ['127.0.0.1'])
  const ask = async (url: string): Promise<string> => {
    const sending = httpRequest({
      host: '127.0.0.1',
      port: proxy.port,
      method: 'REPORT',
      path: url,
      headers: { host: place },
    })
    // Two writes and no length: sent in chunks.
    sending.write('one ')
    setTimeout(() => sending.end('two'), 20)
    const [response] = (await once(sending, 'response')) as [IncomingMessage]
    let text = ''
    for await (const chunk of response) text += String(chunk)
    return `${String(response.statusCode)} ${String(response.headers['x-dav'])} ${text}`
  }
  expect(await ask(`http://${place}/shop?x=1`)).toBe('207 1 many')
  expect(seen).toEqual([`REPORT /shop?x=1 ${place} one two`])
  expect(await ask('http://169.254.169.254/latest')).toMatch(/^403 /)
  await proxy.close()
  upstream.closeAllConnections()
  upstream.close()
})

test.skipIf(!HAS_SVN)('it stops on abort', async () => {
  const stop = new AbortController()
  const reason = new Error('paused')
  const exporting = svn({ signal: stop.signal })
  stop.abort(reason)
  await expect(exporting).rejects.toBe(reason)
})
