import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { verifyChain } from '@gatehouse/store/audit'
import {
  runGatehouse,
  startGatehouse,
  temporaryDatabase,
  type TemporaryDatabase,
  temporaryFolder,
} from '@gatehouse/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../spec/proves.ts'
import { run } from '../src/program.ts'

const KEY = /First admin key of the red-team service \(shown once\): (ghr_[\w-]{43})\n/
const URL_OF = /redteam\s+(http:\/\/\S+)/

const folder = temporaryFolder()
afterAll(() => folder.remove())

describe('a start with keys', () => {
  proves(
    ['redteam:auth.first-key', 'redteam:auth.headers', 'redteam:auth.keys-made'],
    'shows the first admin key once, and the key grants access',
    async () => {
      const dataDir = join(folder.path, 'keys')
      const first = await startGatehouse(dataDir, { REDTEAM_AUTH: 'api_key' })
      await first.printed(/Stop with Ctrl-C/)
      const key = KEY.exec(first.stdout())?.[1] ?? ''
      const url = URL_OF.exec(first.stdout())![1]!
      expect(first.stdout()).toMatch(/^  red team  API key required$/m)
      const ask = async (headers: Record<string, string>) => (await fetch(`${url}/api/audit-log`, { headers })).status
      expect([await ask({}), await ask({ 'x-api-key': key }), await ask({ authorization: `Bearer ${key}` })]).toEqual([
        401, 200, 200,
      ])
      expect(first.stderr()).not.toContain(key)

      const gatehouseRun = runGatehouse(['redteam', 'key', 'create', '--role', 'viewer', '--json'], {
        env: { GATEHOUSE_DATA_DIR: dataDir },
      })
      expect(await gatehouseRun.ended()).toBe(0)
      const { plaintext } = JSON.parse(gatehouseRun.stdout()) as { readonly plaintext: string }
      expect(await ask({ 'x-api-key': plaintext })).toBe(403)
      await first.stop()

      const second = await startGatehouse(dataDir, { REDTEAM_AUTH: 'api_key' })
      await second.printed(/Stop with Ctrl-C/)
      expect(second.stdout()).not.toContain('First admin key')
      await second.stop()
    },
  )

  proves(
    ['redteam:auth.none-loopback'],
    'without keys it stays on this machine while the others listen elsewhere, and alone it does not start there',
    async () => {
      const open = { GATEHOUSE_HOST: '0.0.0.0', GATEHOUSE_ALLOW_UNAUTHENTICATED: 'true' }
      const up = await startGatehouse(join(folder.path, 'open'), open)
      await up.printed(/Stop with Ctrl-C/)
      expect(URL_OF.exec(up.stdout())![1]).toMatch(/^http:\/\/127\.0\.0\.1:/)
      expect(up.stdout()).toMatch(
        /^  red team  authentication is disabled: every user on this machine has admin access$/m,
      )
      await up.stop()

      const alone = runGatehouse(['redteam'], {
        env: { ...open, GATEHOUSE_DATA_DIR: join(folder.path, 'alone'), REDTEAM_PORT: '0' },
      })
      expect(await alone.ended()).toBe(2)
      expect(alone.stderr()).toMatch(/^gatehouse: GATEHOUSE_HOST=0\.0\.0\.0 .*REDTEAM_AUTH=api_key or oidc$/m)
    },
  )
})

describe('gatehouse redteam key', () => {
  let database: TemporaryDatabase
  beforeAll(async () => {
    database = await temporaryDatabase()
  })
  afterAll(() => database.drop())

  async function key(...args: string[]) {
    const written = { out: '', err: '' }
    const code = await run(['redteam', 'key', ...args], {
      env: { DATABASE_URL: database.url },
      cwd: '/',
      stdin: (async function* () {})(),
      stdout: { write: (text) => (written.out += text) },
      stderr: { write: (text) => (written.err += text) },
      untilStopped: () => Promise.resolve('SIGTERM'),
    })
    return { code, ...written }
  }

  proves('redteam:auth.keys-made', 'creates, lists and revokes keys, storing only their hashes', async () => {
    const { out } = await key('create', '--role', 'auditor', '--name', 'Ann', '--tenant', 'acme', '--days', '7')
    const [, id, plaintext] = /^key (\S+), auditor of acme, shown once:\n\n {2}(ghr_\S+)\n$/.exec(out)!
    const { rows } = await database.store.withConnection((client) =>
      client.query<{ text: string }>('SELECT k::text AS text FROM redteam_keys k'),
    )
    expect(rows.map(({ text }) => text).join('\n')).toContain(createHash('sha256').update(plaintext!).digest('hex'))
    expect(JSON.stringify(rows)).not.toContain(plaintext!.slice(12))

    const listed = await key('list', '--tenant', 'acme')
    expect(listed.out).toMatch(
      new RegExp(`^${id} {2}auditor {2}acme {2}ghr_\\S{8}… {2}never used {2}expires \\S+ {2}Ann\n$`),
    )
    expect((await key('list', '--tenant', 'other')).out).toBe('')
    expect((await key('revoke', id!)).code).toBe(0)
    expect((await key('list', '--json')).out).toBe('[]\n')
    expect(await key('revoke', id!)).toMatchObject({ code: 2, err: expect.stringContaining('No active key') })
    expect(await verifyChain(database.store, ['redteam', 'acme'].join(':'))).toEqual({ valid: true, checked: 2 })
  })

  test.each([
    ['a role that there is not', ['create', '--role', 'ADMIN'], /viewer, auditor, admin/],
    ['none', ['create'], /--role/],
    ['an odd tenant', ['create', '--role', 'viewer', '--tenant', '../x'], /1 to 64 characters/],
    ['a name of two lines', ['create', '--role', 'viewer', '--name', 'a\nb'], /on one line/],
    ['days that are none', ['create', '--role', 'viewer', '--days', '0'], /1 to 36500 days/],
    ['an id that is none', ['revoke', "' OR true --"], /No active key/],
  ])('rejects %s', async (_title, args, says) => {
    const { code, err } = await key(...args)
    expect([code, err]).toEqual([2, expect.stringMatching(says)])
  })
})
