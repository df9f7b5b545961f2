import { request } from 'node:http'
import { once } from 'node:events'
import { chmodSync, existsSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { type Desk, hasPrograms, makeDesk, SCRIPT_PROGRAMS, type ShellOutcome } from '@gatehouse/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { send, serve, type Served } from '../serve.ts'

let service: Served
let script: string
let desk: Desk
beforeAll(async () => {
  service = await serve()
  script = (await send(`${service.url}/api/precommit/install.sh`, 'GET')).text
})
afterAll(() => service.close())

/** Returns the installer for a client with these headers. */
async function installerFor(headers: Readonly<Record<string, string>>): Promise<string> {
  const clientRequest = request(`${service.url}/api/precommit/install.sh`, { headers })
  clientRequest.end()
  const [response] = (await once(clientRequest, 'response')) as [NodeJS.ReadableStream & { statusCode: number }]
  let text = ''
  for await (const chunk of response) text += String(chunk)
  return response.statusCode === 200 ? text : ''
}

describe('the script', () => {
  proves('appsec:endpoints.precommit-installer', 'is public, and contains the address of the service', async () => {
    const { status, headers, text } = await send(`${service.url}/api/precommit/install.sh`, 'GET')
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'text/x-shellscript; charset=utf-8',
      'no-store',
    ])
    expect(text).toMatch(/^#!\/bin\/sh\n/)
    expect(text).not.toMatch(/^# include |@[A-Z_]+@/m)
    expect(text).toContain(`\nserver_url='${service.url}'\n`)
  })

  test.each(['evil.example', 'gatehouse.example.org:8443', "x';id;'", 'x$(id)'])(
    'asked as %s names its own address',
    async (host) => {
      const text = await installerFor({ host, 'x-forwarded-proto': 'https' })
      expect(text === '' || text.includes(`\nserver_url='${service.url}'\n`)).toBe(true)
      expect(text).not.toContain(';id;')
    },
  )

  test('contains the public address if configured', async () => {
    const env = { GATEHOUSE_PUBLIC_URL: 'https://gatehouse.example.org:8443/' }
    const other = await serve({ database: service.database, env })
    const { text } = await send(`${other.url}/api/precommit/install.sh`, 'GET')
    expect(text).toContain("\nserver_url='https://gatehouse.example.org:8443'\n")
    await other.close()
  })
})

describe.skipIf(!hasPrograms(...SCRIPT_PROGRAMS))('the installer', () => {
  const install = (options = '', env: Readonly<Record<string, string>> = {}): Promise<ShellOutcome> =>
    desk.sh(`sh -s -- ${options}`, env, script)
  const hook = (name = 'pre-commit') => join(desk.path, '.git/hooks', name)
  const read = (path: string) => readFileSync(path, 'utf8')

  beforeEach(async () => {
    desk = makeDesk()
    await desk.sh('git init --quiet')
  })
  afterEach(() => desk.remove())

  test('installs the hook, also repeatedly, and uninstalls it', async () => {
    const first = await install()
    expect([first.code, first.err]).toEqual([0, ''])
    expect(first.out).toContain(`commits are scanned by ${service.url}`)
    const text = read(hook())
    expect(text).toMatch(new RegExp(`^#!/bin/sh\ndefault_url='${service.url}'\n# Gatehouse pre-commit hook\\.`))
    await install('', { GATEHOUSE_URL: 'https://other.example' })
    expect(read(hook())).toBe(text.replace(service.url, 'https://other.example'))
    expect(existsSync(hook('pre-commit.before-gatehouse'))).toBe(false)
    expect((await install('--uninstall')).code).toBe(0)
    expect(existsSync(hook())).toBe(false)
    expect((await install('--uninstall')).out).toContain('there is no hook of Gatehouse')
  })

  test('chains an existing hook: it runs first, may block the commit, and is restored', async () => {
    desk.put('.git/hooks/own', '#!/bin/sh\necho "own $#" >> ran\n[ ! -e stop ]\n')
    chmodSync(hook('own'), 0o755)
    symlinkSync('own', hook())
    await install()
    await install()
    expect(readlinkSync(hook('pre-commit.before-gatehouse'))).toBe('own')
    desk.put('stop', '')
    expect((await desk.sh('git commit --quiet --allow-empty -m x')).code).toBe(1)
    await desk.sh('rm stop')
    expect((await desk.sh('git commit --quiet --allow-empty -m x')).code).toBe(0)
    expect(read(join(desk.path, 'ran'))).toBe('own 0\nown 0\n')
    await install('--uninstall')
    expect(readlinkSync(hook())).toBe('own')
  })

  test('changes nothing when two foreign hooks exist', async () => {
    await install()
    desk.put('.git/hooks/pre-commit', '#!/bin/sh\n# other\n')
    desk.put('.git/hooks/pre-commit.before-gatehouse', '#!/bin/sh\n# kept\n')
    const { code, err } = await install()
    expect([code, err]).toEqual([1, expect.stringContaining('nothing was changed')])
    expect(read(hook())).toContain('# other')
    expect(read(hook('pre-commit.before-gatehouse'))).toContain('# kept')
  })

  test('installs to core.hooksPath and reports its scope', async () => {
    await desk.sh('mkdir sub && git config core.hooksPath tools/hooks')
    const { code, out } = await desk.sh('cd sub && sh', {}, script)
    expect([code, out]).toEqual([0, expect.stringContaining('runs in every repository that uses this folder')])
    expect(existsSync(hook())).toBe(false)
    desk.put('a.txt', 'a')
    const { err } = await desk.sh('git add a.txt && git commit --quiet -m x')
    expect(err).toContain('GATEHOUSE_API_KEY is not set')
  })

  test('leaves the husky folder unchanged and prints the line to add', async () => {
    desk.put('.husky/_/pre-commit', '#!/bin/sh\nsh "$(dirname "$0")/../pre-commit"\n')
    chmodSync(join(desk.path, '.husky/_/pre-commit'), 0o755)
    await desk.sh('git config core.hooksPath .husky/_')
    const { out } = await install()
    const line = /^ {2}(sh .+)$/m.exec(out)?.[1]
    desk.put('.husky/pre-commit', `${line}\n`)
    desk.put('a.txt', 'a')
    expect((await desk.sh('git add a.txt && git commit --quiet -m x')).err).toContain('GATEHOUSE_API_KEY is not set')
    expect((await install('--uninstall')).out).toContain('take its line out of .husky/pre-commit')
  })

  test('recognises the hook of pre-commit.com', async () => {
    desk.put('.git/hooks/pre-commit', '#!/bin/sh\n# File generated by pre-commit: https://pre-commit.com\n')
    expect((await install()).out).toContain("after a later 'pre-commit install' that one runs first")
  })

  test.each([
    ['an address that is none', '', { GATEHOUSE_URL: "http://x';id;'" }, /is no address/],
    ['an unknown option', '--global', {}, /there is no option --global/],
    ['a folder of no repository', '', { GIT_DIR: '/nowhere' }, /in no repository/],
  ])('refuses %s', async (_what, options, env, says) => {
    const { code, err } = await install(options, env)
    expect([code, err]).toEqual([1, expect.stringMatching(says)])
    expect(existsSync(hook())).toBe(false)
  })

  test('does nothing after a partial download', async () => {
    for (const part of [0.3, 0.6, 0.9, 0.99]) {
      await desk.sh('sh', {}, script.slice(0, script.length * part))
      expect(existsSync(hook())).toBe(false)
    }
    await desk.sh('sh', {}, script)
    expect(existsSync(hook())).toBe(true)
  })
})
