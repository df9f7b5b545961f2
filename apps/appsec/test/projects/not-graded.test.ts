import { afterAll, beforeAll, expect, test } from 'vitest'
import { scanned } from '../scans.ts'
import { makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'

let service: Served
let ann: Person
let sam: Person
beforeAll(async () => {
  service = await serve({ worker: { idle_ms: 20, hold_ms: 50, lanes: 2 } })
  const organization = await makeOrganization(service.store)
  ann = await makePerson(service.store, organization, 'DEVELOPER')
  sam = await makePerson(service.store, organization, 'SECURITY')
})
afterAll(() => service.close())

const FINE = 'def add(a, b):\n    return a + b\n'
const OPEN_GATE = { maxCritical: -1, maxHigh: -1, maxMedium: -1, maxLow: -1, failOnNew: false }

const asSam = (path: string, method: string, body?: unknown) => send(`${service.url}${path}`, method, body, sam.session)

test('a project without analysable code fails its gate and has no grade', async () => {
  const { body } = await asSam('/api/projects', 'POST', { name: `shop ${crypto.randomUUID()}` })
  const id = String(body['id'])
  await asSam('/api/settings/build-gates', 'PATCH', { projectId: id, ...OPEN_GATE })
  const scan = (files: Readonly<Record<string, string>>, scanType = 'SAST_ONLY') =>
    scanned(service, ann, files, { scanType, projectId: id })
  const grade = async () => {
    const [answer, all] = await Promise.all([asSam(`/api/projects/${id}`, 'GET'), asSam('/api/projects', 'GET')])
    const inList = (all.body['projects'] as readonly { id: string; card: unknown }[]).find((row) => row.id === id)
    return [answer.body['card'], inList?.card].map((card) => (card as { grade: string | null }).grade)
  }
  const files = { 'lib/a.ex': 'defmodule A do\nend\n', 'lib/b.lua': 'x = 1\n' }
  const unsupported = await scan(files, 'FULL')
  expect(unsupported['gateResult']).toBe('FAILED')
  expect(unsupported['gateReasons']).toContain(
    'No source code was analyzed. Static analysis does not support Elixir (1 file), Lua (1 file).',
  )
  expect(await grade()).toEqual([null, null])
  expect((await scan({ 'README.md': 'text\n' }))['gateResult']).toBe('FAILED')
  expect(await grade()).toEqual([null, null])
  expect((await scan({ 'app/a.py': FINE }))['gateResult']).toBe('PASSED')
  expect(await grade()).toEqual(['A', 'A'])
})
