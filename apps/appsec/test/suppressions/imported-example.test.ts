import { afterAll, beforeAll, expect, test } from 'vitest'
import { findingsOf, scanned } from '../scans.ts'
import { makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'

let service: Served
let sam: Person
beforeAll(async () => {
  service = await serve({ worker: { idle_ms: 20, hold_ms: 50, lanes: 2 } })
  sam = await makePerson(service.store, await makeOrganization(service.store), 'SECURITY')
})
afterAll(() => service.close())

const WEAK = 'import yaml\n\n\ndef read(text):\n    return yaml.unsafe_load(text)\n'

test('an example that production code imports has its original severity and fails the gate', async () => {
  const { body } = await send(`${service.url}/api/projects`, 'POST', { name: 'shop' }, sam.session)
  const projectId = String(body['id'])
  const change = { projectId, maxHigh: 0, failOnNew: false, productionOnly: true }
  await send(`${service.url}/api/settings/build-gates`, 'PATCH', change, sam.session)
  const scan = (files: Readonly<Record<string, string>>) =>
    scanned(service, sam, files, { scanType: 'SAST_ONLY', projectId })
  const files = { 'examples/b.py': WEAK, 'tests/test_b.py': 'from examples.b import read\n', 'app/c.py': 'a = 1\n' }
  expect(await scan(files)).toMatchObject({ gateResult: 'PASSED', highCount: 0 })
  const imported = await scan({ ...files, 'app/a.py': 'from examples.b import read\n' })
  expect(imported).toMatchObject({ gateResult: 'FAILED', highCount: 1 })
  expect(imported['gateReasons']).not.toEqual([])
  const { findings } = await findingsOf(service, sam, imported['id'], '')
  expect(findings).toMatchObject([{ filePath: 'examples/b.py', metadata: { pathClass: 'production' } }])
})
