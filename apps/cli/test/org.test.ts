import { createHash } from 'node:crypto'
import { verifyChain } from '@gatehouse/store/audit'
import { acceptInvitation } from '@gatehouse/store/organizations'
import { type TemporaryDatabase, temporaryDatabase } from '@gatehouse/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { proves } from '../../../spec/proves.ts'
import { run } from '../src/program.ts'

let database: TemporaryDatabase
beforeAll(async () => {
  database = await temporaryDatabase()
})
afterAll(() => database.drop())

async function create(...args: string[]) {
  const written = { out: '', err: '' }
  const code = await run(['org', 'create', ...args], {
    env: { DATABASE_URL: database.url },
    cwd: '/',
    stdin: (async function* () {})(),
    stdout: { write: (text) => (written.out += text) },
    stderr: { write: (text) => (written.err += text) },
    untilStopped: () => Promise.resolve('SIGTERM'),
  })
  return { code, ...written }
}

proves('appsec:finer.org-create', 'an organization is created whose first ADMIN registers with the token', async () => {
  const { code, out } = await create('--name', 'Second', '--admin-email', 'Ann@Example.org', '--json')
  expect(code).toBe(0)
  const created = JSON.parse(out) as { organizationId: string; token: string }
  const sha256 = createHash('sha256').update(created.token).digest()
  const person = { email: 'ann@example.org', name: 'Ann', password: 'hashed' }
  const account = await acceptInvitation(database.store, sha256, person, new Date())
  expect(account).toMatchObject({ role: 'ADMIN', organization: { id: created.organizationId, name: 'Second' } })
  expect(await acceptInvitation(database.store, sha256, person, new Date())).toBeUndefined()
  const chain = await verifyChain(database.store, `org:${created.organizationId}`)
  expect(chain).toEqual({ valid: true, checked: 1 })
})

test('the default output is plain text', async () => {
  const { out } = await create('--name', 'Third', '--admin-email', 'bob@example.org')
  expect(out).toMatch(/^organization Third: [0-9a-f-]{36}\nbob@example.org becomes its ADMIN/)
})

test.each([
  ['no address', ['--name', 'X', '--admin-email', 'nobody'], /"nobody" is not a valid email address/],
  ['no name', ['--name', ' ', '--admin-email', 'a@example.org'], /1 to 100 characters/],
  ['half of it', ['--name', 'X'], /--admin-email/],
])('invalid arguments create no organization: %s', async (_title, args, says) => {
  const { code, err } = await create(...args)
  expect([code, err]).toEqual([2, expect.stringMatching(says)])
})
