import { afterAll, beforeAll, expect, test } from 'vitest'
import { document } from '../artifacts/artifacts.ts'
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
const [FORMER, CURRENT] = ['sast/python-unsafe-yaml', 'sast/python-insecure-deserialization-yaml']
/** Of that code, computed by the version that published the former id. */
const FINGERPRINT = '0a3d6fceec9fdb372b17447e5f567e7e'

test('triage of a finding with a former rule id applies to later scans', async () => {
  const approver = { ...sam, key: sam.session }
  const first = await scanned(service, approver, { 'a.py': WEAK }, { scanType: 'SAST_ONLY', newProjectName: 'Old' })
  const [stored] = (await findingsOf(service, approver, first['id'])).findings
  expect(stored).toMatchObject({ ruleId: CURRENT, fingerprint: FINGERPRINT })
  await service.store.db.updateTable('findings').set({ rule_id: FORMER }).where('id', '=', stored!.id).execute()
  const path = `${service.url}/api/findings/${stored!.id}`
  const judged = await send(path, 'PATCH', { status: 'FALSE_POSITIVE' }, approver.key)
  expect([judged.status, judged.body]).toMatchObject([200, { ruleId: FORMER }])

  const fields = { scanType: 'SAST_ONLY', projectId: String(first['projectId']) }
  const second = await scanned(service, approver, { 'a.py': `\n${WEAK}` }, fields)
  const { findings } = await findingsOf(service, approver, second['id'])
  expect(findings).toMatchObject([
    { ruleId: CURRENT, fingerprint: FINGERPRINT, status: 'FALSE_POSITIVE', isNew: false },
  ])
  expect(await document(service, approver, second['id'], 'sarif')).toMatchObject({
    runs: [{ tool: { driver: { rules: [{ id: CURRENT, deprecatedIds: [FORMER] }] } } }],
  })
})

test('a search for a former rule id finds the findings of the renamed rule', async () => {
  const scan = await scanned(service, sam, { 'a.py': WEAK }, { scanType: 'SAST_ONLY', newProjectName: 'Searched' })
  const found = (search: string) => findingsOf(service, sam, scan['id'], `?search=${encodeURIComponent(search)}`)
  expect((await found(FORMER)).findings).toMatchObject([{ ruleId: CURRENT }])
  expect((await found('python-unsafe-yaml')).findings).toMatchObject([{ ruleId: CURRENT }])
  expect((await found('python-unsafe-yaml-loader')).findings).toEqual([])
})
