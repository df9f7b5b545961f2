import { afterAll, beforeAll, expect, test } from 'vitest'
import { osvAnswers, serveHttp } from '../advisories/http.ts'
import { advisory, importInto } from '../advisories/made.ts'
import { makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'

let service: Served
let admin: Person
let bulk: (...names: string[]) => ReturnType<typeof send>

beforeAll(async () => {
  service = await serve({ env: { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' } })
  await importInto(service.dataDir, advisory('GHSA-aaaa-aaaa-aaaa', 'imported', '2.0.0'))
  admin = await makePerson(service.store, await makeOrganization(service.store), 'ADMIN')
  const { body } = await send(`${service.url}/api/projects`, 'POST', { name: 'shop' }, admin.session)
  const url = `${service.url}/api/projects/${String(body['id'])}/npm/-/npm/v1/security/advisories/bulk`
  bulk = (...names) => send(url, 'POST', Object.fromEntries(names.map((name) => [name, ['1.0.0']])), admin.key)
})
afterAll(() => service.close())

const settings = (fields: object) => send(`${service.url}/api/settings/llm`, 'PUT', fields, admin.session)
const NAMES = ['imported', 'online', 'mirrored']

test('An organization uses the advisory sources in its settings', async () => {
  const online = await serveHttp(osvAnswers(advisory('GHSA-bbbb-bbbb-bbbb', 'online', '2.0.0')))
  const mirror = await serveHttp(() => ({ body: JSON.stringify(advisory('GHSA-cccc-cccc-cccc', 'mirrored', '2.0.0')) }))
  expect(Object.keys((await bulk(...NAMES)).body), 'where nothing is set').toEqual(['imported'])
  expect((await settings({ vulnDbMode: 'online', vulnDbUrl: online.url })).status).toBe(200)
  expect(Object.keys((await bulk(...NAMES)).body)).toEqual(['online'])
  expect((await settings({ vulnDbMode: 'mirror', vulnDbUrl: `${mirror.url}/all.jsonl` })).status).toBe(200)
  expect(Object.keys((await bulk(...NAMES)).body)).toEqual(['mirrored'])
  expect((await settings({ vulnDbMode: 'offline' })).status).toBe(200)
  expect(Object.keys((await bulk(...NAMES)).body)).toEqual(['imported'])
})

test('A package without an answer from the advisory service is not reported as safe', async () => {
  const silent = await serveHttp(() => ({ status: 500 }))
  await settings({ vulnDbMode: 'online', vulnDbUrl: silent.url })
  const { status, text } = await bulk('online')
  expect([status, text]).toEqual([503, expect.stringContaining('1 package was not looked up')])
  await settings({ vulnDbMode: 'mirror', vulnDbUrl: `${silent.url}/all.zip` })
  const mirrored = await bulk('online')
  expect([mirrored.status, mirrored.text]).toEqual([503, expect.stringContaining('Reading the advisory mirror failed')])
})
