import { afterAll, beforeAll, expect, test } from 'vitest'
import { findingsOf, scanned } from '../scans.ts'
import { makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'

let service: Served
let ann: Person
let adam: Person
beforeAll(async () => {
  service = await serve({ worker: { idle_ms: 20, hold_ms: 50, lanes: 2 } })
  const organization = await makeOrganization(service.store)
  ann = await makePerson(service.store, organization, 'DEVELOPER')
  adam = await makePerson(service.store, organization, 'ADMIN')
})
afterAll(() => service.close())

const as = (path: string, method: string, body: unknown) => send(`${service.url}${path}`, method, body, adam.session)

test('a scanner that was requested and did not run is a finding, and the gate does not pass', async () => {
  const { body } = await as('/api/projects', 'POST', { name: 'shop', dastTargetUrl: 'https://shop.example.org' })
  const projectId = String(body['id'])
  const files = { 'app/a.py': 'def add(a, b):\n    return a + b\n' }
  const scan = (scanType: string) => scanned(service, ann, files, { scanType, projectId })
  const full = await scan('FULL')
  expect(full).toMatchObject({ status: 'COMPLETED', gateResult: 'FAILED' })
  expect(full['gateReasons']).toContainEqual(expect.stringContaining('The scanner DAST did not run'))
  const { findings } = await findingsOf(service, ann, full['id'], '?scanner=DAST')
  expect(findings).toMatchObject([{ severity: 'INFO', ruleId: 'coverage/not-run' }])
  expect(await scan('SAST_ONLY')).toMatchObject({ gateResult: 'PASSED' })
  const saved = await as('/api/settings/llm', 'PUT', { enableLlmSast: true })
  expect(saved.status).toBe(200)
  const withModel = await scan('SAST_ONLY')
  expect(withModel['gateResult']).toBe('FAILED')
  expect(withModel['gateReasons']).toContainEqual(expect.stringContaining('The scanner SAST_LLM did not run'))
  expect(await scan('SECRETS_ONLY')).toMatchObject({ gateResult: 'PASSED' })
})
