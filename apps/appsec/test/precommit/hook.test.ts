import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Desk, hasPrograms, makeDesk, SCRIPT_PROGRAMS, type ShellOutcome } from '@gatehouse/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { makeOrganization, makePerson, send, serve, type Served } from '../serve.ts'
import { LEAKED_KEY, LEAKING } from '../leaks.ts'

const SHELLS = ['dash', 'bash', 'bash --posix', 'busybox sh', 'ksh', 'mksh', 'zsh --emulate sh'].filter((item) =>
  hasPrograms(item.split(' ')[0]!),
)
const MIB = 1024 * 1024
/** Some commit a dozen times, on a machine that runs everything else at the same moment. */
const STORY_MS_MAX = 60_000

let service: Served
let env: Readonly<Record<string, string>>
let key: string
let desk: Desk

describe.skipIf(!hasPrograms(...SCRIPT_PROGRAMS))('the hook', { timeout: STORY_MS_MAX }, () => {
  beforeAll(async () => {
    service = await serve()
    const { key: headers } = await makePerson(service.store, await makeOrganization(service.store), 'DEVELOPER')
    key = headers['authorization']!.slice('Bearer '.length)
    env = { GATEHOUSE_API_KEY: key }
  })
  afterAll(() => service.close())
  beforeEach(async () => {
    desk = makeDesk()
    const { code, err } = await desk.sh(`git init --quiet && curl -fsS ${service.url}/api/precommit/install.sh | sh`)
    if (code !== 0 || err !== '') throw new Error(`the hook is not installed: ${err}`)
  })
  afterEach(() => desk.remove())

  const commit = (more: Readonly<Record<string, string>> = {}, options = ''): Promise<ShellOutcome> =>
    desk.sh(`git commit --quiet -m change ${options}`, { ...env, ...more })

  async function staged(path: string, content: string | Buffer): Promise<void> {
    desk.put(path, content)
    expect(await desk.sh('git add -A')).toMatchObject({ code: 0 })
  }

  proves('appsec:precommit.answer', 'returns the findings by kind, and whether they block the commit', async () => {
    const files = [{ path: 'a.ts', contentBase64: Buffer.from(LEAKING).toString('base64') }]
    const headers = { authorization: `Bearer ${key}` }
    const { body } = await send(`${service.url}/api/precommit/scan`, 'POST', { files }, headers)
    expect(body).toMatchObject({
      findings: [{ severity: 'HIGH', filePath: 'a.ts', startLine: 1 }],
      summary: { total: 1, bySeverity: { CRITICAL: 0, HIGH: 1, MEDIUM: 0, LOW: 0, INFO: 0 } },
      block: true,
    })
    expect(body['summary']).toHaveProperty('note', expect.stringContaining('the commit is blocked'))
    for (const odd of [
      { contentBase64: 'YQ' },
      { contentBase64: '-_==' },
      { content: 'a', contentBase64: 'YQ==' },
      {},
    ]) {
      const request = { files: [{ path: 'a.ts', ...odd }] }
      expect((await send(`${service.url}/api/precommit/scan`, 'POST', request, headers)).status).toBe(400)
    }
  })

  proves(
    ['appsec:precommit.fails-closed', 'appsec:finer.precommit-environment'],
    'blocks a commit with a secret, prints its location, and allows a commit without one',
    async () => {
      await staged('src/settings.ts', LEAKING)
      const stopped = await commit()
      expect(stopped.code).not.toBe(0)
      expect(stopped.err).toMatch(/^ {2}(?:CRITICAL|HIGH) +src\/settings\.ts:1 {2}\S.*$/m)
      expect(stopped.err).toMatch(/^gatehouse: the commit is stopped: something of CRITICAL,HIGH was found\./m)
      expect(stopped.err).not.toContain(LEAKED_KEY)
      const listed = await commit({ GATEHOUSE_FAIL_ON: 'low, high' })
      expect([listed.code, listed.err]).toEqual([1, expect.stringContaining('something of low, high was found')])
      const shellOutcome = await desk.sh('.git/hooks/pre-commit', { ...env, GATEHOUSE_FAIL_ON: 'CRITICAL' })
      expect([shellOutcome.code, shellOutcome.err]).toEqual([0, expect.stringMatching(/^ {2}HIGH +src[^\n]+\n$/)])
      await staged('src/settings.ts', 'export const accessKeyId = process.env.KEY_ID\n')
      expect(await commit()).toEqual({ code: 0, out: '', err: '' })
      expect(readdirSync(join(desk.path, '.git')).filter((name) => name.startsWith('gatehouse'))).toEqual([])
    },
  )

  test.each(SHELLS)('runs in %s', async (shell) => {
    await staged('a b.ts', LEAKING)
    const stopped = await desk.sh(`${shell} .git/hooks/pre-commit`, env)
    expect([stopped.code, stopped.err]).toEqual([1, expect.stringContaining('  a b.ts:1  ')])
    await staged('a b.ts', 'clean\n')
    expect(await desk.sh(`${shell} .git/hooks/pre-commit`, env)).toEqual({ code: 0, out: '', err: '' })
  })

  test('checks the index, not the working tree', async () => {
    await staged('a.ts', LEAKING)
    desk.put('a.ts', 'clean\n')
    expect((await commit()).code).not.toBe(0)
    await staged('a.ts', 'clean\n')
    desk.put('a.ts', LEAKING)
    expect((await commit()).code).toBe(0)
    expect((await commit({}, '-a')).code).not.toBe(0)
  })

  test.each([
    ['a blank', 'a file.ts', 'a file.ts'],
    ['a dash in front', '-rf', '-rf'],
    ['a colon', ':(top)x', ':(top)x'],
    ['letters of others', 'größe/日本.ts', 'größe/日本.ts'],
    ['quotes and backslashes', 'a"b\\c\'d$(id)`id`', 'a"b\\c\'d$(id)`id`'],
    ['lines and tabs', 'two\nlines\there', 'two\\nlines\\there'],
    ['bytes of no text', Buffer.from([0x6c, 0xff, 0x6c]), 'l%FFl'],
    ['bytes for the terminal', 'x\u001b[2Jy\u009bz', 'x\\u001b[2Jy?z'],
  ])('sends a file with %s in its name', async (_what, path, shown) => {
    desk.put(path, LEAKING)
    await desk.sh('git add -A')
    const { code, err } = await commit()
    expect([code, err]).toEqual([1, expect.stringContaining(`  ${shown}:1  `)])
  })

  test('sends binary content byte by byte', async () => {
    await staged('image.bin', Buffer.concat([Buffer.from([0, 0xff, 0xfe, 0x80]), Buffer.from(`\n${LEAKING}`)]))
    expect((await commit()).err).toContain('image.bin:')
    await desk.sh('git rm --quiet --cached -f image.bin')
    await staged('only.bin', Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 167) % 256)))
    expect((await commit({}, '--allow-empty')).code).toBe(1)
    desk.put('image.bin', 'gone')
    await desk.sh('git add -A')
    expect(await commit()).toMatchObject({ code: 0, err: '' })
  })

  proves(
    ['appsec:rules.precommit-files', 'appsec:limits.precommit-size'],
    'sends every file under 2 MiB, and names the skipped files',
    async () => {
      const fill = (bytes: number) => LEAKING + 'x\n'.repeat(MIB).slice(0, bytes - LEAKING.length)
      await staged('just-under.txt', fill(2 * MIB - 1))
      await staged('too-large.txt', fill(2 * MIB))
      const both = await commit()
      expect(both.code).toBe(1)
      expect(both.err).toContain('just-under.txt:1')
      expect(both.err).not.toContain('too-large.txt:1')
      expect(both.err).toMatch(/not sent, because they have 2 MiB or more:\n {2}too-large\.txt\n/)
      await desk.sh('git rm --quiet --cached just-under.txt')
      expect(await commit()).toMatchObject({ code: 0, err: expect.stringContaining('too-large.txt') })
    },
  )

  test('sends no request for deleted, empty, linked and submodule entries', async () => {
    await staged('a.txt', 'a')
    expect((await commit()).code).toBe(0)
    const nowhere = { GATEHOUSE_URL: 'http://127.0.0.1:1', GATEHOUSE_UNREACHABLE: 'block' }
    await desk.sh('git rm --quiet a.txt')
    expect(await commit(nowhere)).toEqual({ code: 0, out: '', err: '' })
    expect(await commit(nowhere, '--allow-empty')).toEqual({ code: 0, out: '', err: '' })
    const [, id = ''] = /^(\w+)/.exec((await desk.sh('git rev-parse HEAD')).out) ?? []
    await desk.sh(`git update-index --add --cacheinfo 160000,${id},sub`)
    expect(await commit(nowhere)).toEqual({ code: 0, out: '', err: '' })
    await desk.sh('ln -s /etc/passwd link && git add link')
    expect(await commit(nowhere)).toMatchObject({ code: 1 })
    expect(await commit()).toEqual({ code: 0, out: '', err: '' })
  })

  test('checks merged changes that need a manual commit', async () => {
    await staged('a.txt', 'one\n')
    await commit()
    await desk.sh('git checkout --quiet -b side')
    await staged('a.txt', 'two\n')
    await staged('leak.ts', LEAKING)
    await commit({}, '--no-verify')
    await desk.sh('git checkout --quiet main')
    await staged('a.txt', 'three\n')
    await commit()
    await desk.sh('git merge side', env)
    await staged('a.txt', 'four\n')
    expect((await commit()).err).toContain('leak.ts:1')
    await desk.sh('git rm --quiet --cached leak.ts && rm leak.ts')
    expect(await commit()).toMatchObject({ code: 0 })
  })

  test('is passed by on request, and works in a folder below and in another work tree', async () => {
    await staged('deep/down/a.ts', LEAKING)
    expect((await desk.sh('cd deep/down && git commit -m x', env)).err).toContain('deep/down/a.ts:1')
    expect((await commit({}, '--no-verify')).code).toBe(0)
    await desk.sh('git worktree add --quiet ../other')
    const other = await desk.sh('cd ../other && cp deep/down/a.ts b.ts && git add -A && git commit -m x', env)
    expect([other.code, other.err]).toEqual([1, expect.stringContaining('b.ts:1')])
  })

  proves(
    ['appsec:precommit.unreachable', 'appsec:finer.precommit-environment'],
    'reports an unavailable service in one line, and blocks the commit only if configured',
    async () => {
      await staged('a.ts', LEAKING)
      for (const [problem, says] of [
        [{ GATEHOUSE_URL: 'http://127.0.0.1:1' }, /curl: \(7\)/],
        [{ GATEHOUSE_URL: 'file:///etc/passwd' }, /GATEHOUSE_URL is no address/],
        [{ GATEHOUSE_URL: 'http://x" -o "y' }, /GATEHOUSE_URL is no address/],
        [{ GATEHOUSE_URL: `${service.url}/nowhere` }, /answered 404/],
        [{ GATEHOUSE_API_KEY: '' }, /GATEHOUSE_API_KEY is not set/],
        [{ GATEHOUSE_API_KEY: 'a"\nb' }, /GATEHOUSE_API_KEY is not set/],
        [{ GATEHOUSE_API_KEY: 'gha_unknown' }, /answered 401 Unauthorized/],
        [{ GATEHOUSE_FAIL_ON: 'CRITICAL,SEVERE' }, /GATEHOUSE_FAIL_ON must list/],
        [{ GATEHOUSE_TIMEOUT_S: 'x' }, /must be a number/],
      ] as const) {
        const blocked = await commit({ ...problem, GATEHOUSE_UNREACHABLE: 'block' })
        expect([blocked.code, blocked.err]).toEqual([1, expect.stringMatching(says)])
        const passed = await commit({ ...problem }, '--dry-run')
        expect(passed.err).toBe('')
        const { code, err } = await desk.sh('.git/hooks/pre-commit', { ...env, ...problem })
        expect([code, err]).toEqual([
          0,
          expect.stringMatching(/^gatehouse: not scanned, the commit goes on: [^\n]+\n$/),
        ])
      }
      await desk.sh('git config gatehouse.unreachable block && git config gatehouse.url http://127.0.0.1:1')
      expect((await commit()).code).toBe(1)
    },
  )

  test('hides the key from process lists and shell traces', async () => {
    await staged('a.ts', LEAKING)
    let [lists, authorization] = ['', '']
    const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      // A request lasts long enough to list all running processes.
      lists += (await desk.sh('ps -ef 2>/dev/null || cat /proc/[0-9]*/cmdline')).out
      authorization = String(request.headers.authorization)
      response.end('{"findings": [], "summary": {}, "block": false}')
    }
    const slow: Server = createServer((request, response) => void answer(request, response))
    slow.listen(0, '127.0.0.1')
    await once(slow, 'listening')
    const { port } = slow.address() as { port: number }
    const requested = { ...env, GATEHOUSE_URL: `http://127.0.0.1:${port}/` }
    const traced = await desk.sh('sh -x .git/hooks/pre-commit', requested)
    slow.close()
    expect([traced.code, authorization]).toEqual([0, `Bearer ${key}`])
    expect(lists).toContain('curl')
    expect(lists + traced.out + traced.err).not.toContain(key)
  })

  test('splits large input into several requests and blocks on any of them', async () => {
    for (let at = 0; at < 1_203; at += 1) desk.put(`many/${at}.txt`, `file ${at}\n`)
    desk.put('many/1100.txt', LEAKING)
    await desk.sh('git add -A')
    const { code, err } = await commit()
    expect([code, err]).toEqual([1, expect.stringContaining('many/1100.txt:1')])
    expect(existsSync(join(desk.path, '.git/index.lock'))).toBe(false)
  })
})
