import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { runGatehouse, startGatehouse, temporaryFolder } from '@gatehouse/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../spec/proves.ts'
import { SERVICES } from '../src/serve.ts'

const folder = temporaryFolder()
const root = folder.path
afterAll(() => folder.remove())

const post = (url: string, message: string): Promise<Response> =>
  fetch(`${url}/guardrails/input`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message }),
  })

/** Starts a service that must fail: exit code 2 and one line on standard error next to the log. */
async function refusal(env: Record<string, string>): Promise<string> {
  const run = runGatehouse(['up'], { env: { GUARD_PORT: '0', APPSEC_PORT: '0', REDTEAM_PORT: '0', ...env } })
  expect(await run.ended()).toBe(2)
  const lines = run
    .stderr()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('{'))
  expect(lines).toHaveLength(1)
  return lines[0]!
}

describe('a first start', () => {
  const dataDir = join(root, 'first')

  proves(
    ['guard:admin.generated', 'guard:admin.generated-shown-once', 'all:processes.up', 'all:settings.database-url'],
    'serves, and shows the admin key once',
    async () => {
      const first = await startGatehouse(dataDir)
      expect(first.stdout()).toMatch(/Admin key \(shown once\): gh_admin_[\w-]{43}\n/)
      expect((await post(first.url, 'hello')).status).toBe(200)
      expect(await first.stop()).toBe(0)
    },
  )

  proves(
    ['guard:admin.generated-shown-once', 'all:settings.database-url'],
    // `npm run bench:waits` compares its duration with 5 seconds.
    'restarts without the key, with the stored data',
    async () => {
      const second = await startGatehouse(dataDir)
      expect(second.stdout()).not.toContain('Admin key')
      const chain = (await (await fetch(`${second.url}/v1/tenant/me/audit/verify`)).json()) as object
      expect(chain).toMatchObject({ valid: true, checked: 1 })
      expect(await second.stop()).toBe(0)
    },
  )

  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s completes in-flight requests and stops the database',
    async (signal) => {
      const run = await startGatehouse(dataDir)
      const inFlight = Array.from({ length: 20 }, (_, i) => post(run.url, `message ${i} ${'word '.repeat(2_000)}`))
      // The requests are in flight when the signal arrives; each is answered completely or was never accepted.
      await Promise.race(inFlight)
      run.child.kill(signal)
      const answers = await Promise.allSettled(inFlight)
      expect(await run.ended()).toBe(0)
      const answered = answers.filter((answer) => answer.status === 'fulfilled')
      for (const { value } of answered) expect([200, 503]).toContain(value.status)
      expect(answered.length).toBeGreaterThan(0)
      expect(run.stdout()).toContain('stopped')
      const verify = runGatehouse(['audit', 'verify'], { env: { GATEHOUSE_DATA_DIR: dataDir } })
      expect(await verify.ended()).toBe(0)
    },
  )

  proves('all:audit.verify-command', 'a second start on one data folder names the process that owns it', async () => {
    const run = await startGatehouse(dataDir)
    expect(await refusal({ GATEHOUSE_DATA_DIR: dataDir })).toContain(`process ${run.child.pid}`)
    const verify = runGatehouse(['audit', 'verify', '--json'], { env: { GATEHOUSE_DATA_DIR: dataDir } })
    expect(await verify.ended()).toBe(0)
    expect(JSON.parse(verify.stdout())).toMatchObject([{ tenant_id: 'default', valid: true }])
    await run.stop()
  })
})

proves.each(
  'all:processes.alone',
  SERVICES.map((name): [typeof name] => [name]),
)('%s runs alone, under its own command', async (name) => {
  const env = { GATEHOUSE_DATA_DIR: join(root, `alone-${name}`), [`${name.toUpperCase()}_PORT`]: '0' }
  const run = runGatehouse([name], { env })
  await run.printed(/Stop with Ctrl-C/)
  const services = [...run.stdout().matchAll(/^ {2}(\w+) +(http:\/\/\S+) +API docs: /gm)]
  expect(services.map(([, service]) => service)).toEqual([name])
  const url = services[0]![2]!
  expect((await fetch(`${url}/ready`)).status).toBe(200)
  const { info } = (await (await fetch(`${url}/openapi.json`)).json()) as { readonly info: { readonly title: string } }
  expect(info.title.toLowerCase()).toContain(name)
  run.child.kill('SIGTERM')
  expect(await run.ended()).toBe(0)
})

proves.group(
  ['all:settings.unknown-refused', 'all:settings.malformed-refused', 'all:bind.other-refused'],
  'reports the cause of a failed start in one line',
  () => {
    let busy: Server
    let busyPort = 0

    beforeAll(async () => {
      busy = createServer().listen(0, '127.0.0.1')
      await new Promise((resolve) => busy.once('listening', resolve))
      busyPort = (busy.address() as { port: number }).port
    })
    afterAll(() => busy.close())

    test('a busy port', async () => {
      const line = await refusal({ GATEHOUSE_DATA_DIR: join(root, 'busy'), GUARD_PORT: String(busyPort) })
      expect(line).toContain(String(busyPort))
      expect(line).toMatch(/in use/i)
    })

    test.each([
      ['an unknown setting', { GATEHOUSE_PROT: '1' }, /GATEHOUSE_PROT/],
      ['a malformed one', { GUARD_PORT: 'four thousand' }, /GUARD_PORT/],
      ['an open address without authentication', { GATEHOUSE_HOST: '0.0.0.0' }, /SHIELD_AUTH_ENABLED/],
      ['a database that is down', { DATABASE_URL: 'postgresql://u:hunter2@127.0.0.1:1/db' }, /127\.0\.0\.1:1/],
      ['a cache that is down', { CACHE_URL: 'redis://:hunter2@127.0.0.1:1/0' }, /127\.0\.0\.1:1/],
      ['a file that is not there', { GATEHOUSE_CONFIG: '/no/such.yaml' }, /no\/such\.yaml/],
    ])('%s', async (_title, env, names) => {
      const line = await refusal({ GATEHOUSE_DATA_DIR: join(root, 'refused'), ...env })
      expect(line).toMatch(names)
      expect(line).not.toContain('hunter2')
    })

    test.each([
      ['an unknown guard', 'guardrails: { input_guardrails: { keywrd: { action: block } } }', /keywrd/],
      [
        'a bad setting',
        'guardrails: { input_guardrails: { length_limit: { settings: { max_chars: -1 } } } }',
        /max_chars/,
      ],
      [
        'a pattern that needs backtracking',
        "guardrails: { input_guardrails: { regex_pattern: { settings: { patterns: [{ name: x, pattern: '(?=a)b' }] } } } }",
        /look/i,
      ],
    ])('%s in the configuration file', async (_title, yaml, names) => {
      const path = join(root, 'bad.yaml')
      writeFileSync(path, yaml)
      expect(await refusal({ GATEHOUSE_DATA_DIR: join(root, 'yaml'), GATEHOUSE_CONFIG: path })).toMatch(names)
    })

    test('a data folder that is a file', async () => {
      writeFileSync(join(root, 'file'), '')
      expect(await refusal({ GATEHOUSE_DATA_DIR: join(root, 'file') })).toContain(join(root, 'file'))
    })
  },
)
