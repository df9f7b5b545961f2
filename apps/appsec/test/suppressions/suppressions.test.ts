import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { document } from '../artifacts/artifacts.ts'
import { findingsOf, scanned } from '../scans.ts'
import { makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'

let served: Served
let ann: Person
let sam: Person
beforeAll(async () => {
  served = await serve({ worker: { idle_ms: 20, hold_ms: 50, lanes: 2 } })
  const organization = await makeOrganization(served.store)
  ann = await makePerson(served.store, organization, 'DEVELOPER')
  sam = await makePerson(served.store, organization, 'SECURITY')
})
afterAll(() => served.close())

const WEAK = 'import yaml\n\n\ndef read(text):\n    return yaml.unsafe_load(text)\n'
const HIDDEN = WEAK.replace('unsafe_load(text)', 'unsafe_load(text)  # nosemgrep')
const FINE = 'def add(a, b):\n    return a + b\n'
const OPEN_GATE = { maxCritical: -1, maxHigh: -1, maxMedium: -1, maxLow: -1, failOnNew: false }

const asSam = (path: string, method: string, body?: unknown) => send(`${served.url}${path}`, method, body, sam.session)
const project = async (): Promise<string> => {
  const { body } = await asSam('/api/projects', 'POST', { name: `shop ${crypto.randomUUID()}` })
  return String(body['id'])
}
const gate = (projectId: string, change: object) =>
  asSam('/api/settings/build-gates', 'PATCH', { projectId, ...change })
const scan = (projectId: string, files: Readonly<Record<string, string>>, more = {}) =>
  scanned(served, ann, files, { scanType: 'SAST_ONLY', projectId, ...more })
const listed = async (projectId: string) => {
  const { body } = await asSam(`/api/projects/${projectId}/suppressions`, 'GET')
  return body['suppressions'] as readonly Readonly<Record<string, unknown>>[]
}

describe('a comment that suppresses a finding', () => {
  test('does not count in the scan that brings it, and counts in the next one', async () => {
    const id = await project()
    await gate(id, { ...OPEN_GATE, maxHigh: 0 })
    const first = await scan(id, { 'app/a.py': HIDDEN })
    expect(first).toMatchObject({ gateResult: 'FAILED', highCount: 1 })
    expect(first['gateReasons']).toContain('1 suppression in the source: nosemgrep 1.')
    expect(first['gateReasons']).toContain('1 of these is ignored: neither on the base branch nor accepted.')
    const second = await scan(id, { 'app/a.py': HIDDEN })
    expect(second).toMatchObject({ gateResult: 'PASSED', highCount: 0 })
    expect(second['gateReasons']).toContain('1 suppression in the source: nosemgrep 1.')
    const { findings } = await findingsOf(served, ann, second['id'])
    expect(findings.find(({ ruleId }) => ruleId === 'sast/python-unsafe-yaml')).toMatchObject({
      status: 'ACCEPTED_RISK',
      metadata: { suppression: { marker: 'nosemgrep', counts: true } },
    })
    const record = await document(served, ann, second['id'], 'gate-decision')
    expect(record).toMatchObject({ gateResult: 'PASSED', suppressions: 1, notCounted: { SUPPRESSED: 1 } })
  })

  test('of another branch never becomes the base by being scanned again', async () => {
    const id = await project()
    await gate(id, { ...OPEN_GATE, maxHigh: 0 })
    await scan(id, { 'app/a.py': FINE })
    for (let time = 0; time < 2; time += 1) {
      expect(await scan(id, { 'app/a.py': HIDDEN }, { branch: 'feature' })).toMatchObject({ gateResult: 'FAILED' })
    }
  })

  test('does not cover another finding on the same line later', async () => {
    const id = await project()
    await gate(id, { ...OPEN_GATE, maxHigh: 0 })
    await scan(id, { 'app/a.py': HIDDEN })
    const other = HIDDEN.replace('unsafe_load(text)', 'unsafe_load(text + more())')
    expect(await scan(id, { 'app/a.py': other })).toMatchObject({ gateResult: 'FAILED', highCount: 1 })
  })

  test('counts when an approver accepts it, and not when one rejects it on the base branch', async () => {
    const id = await project()
    await gate(id, { ...OPEN_GATE, maxHigh: 0 })
    await scan(id, { 'app/a.py': HIDDEN }, { branch: 'feature' })
    const [one] = await listed(id)
    expect(one).toMatchObject({ kind: 'COMMENT', marker: 'nosemgrep', status: 'PENDING', counts: false })
    const path = `/api/projects/${id}/suppressions/${String(one?.['id'])}`
    expect((await send(`${served.url}${path}`, 'PATCH', { status: 'ACCEPTED' }, ann.key)).status).toBe(403)
    expect((await asSam(path, 'PATCH', { status: 'ACCEPTED', note: 'reviewed' })).body).toMatchObject({
      suppression: { status: 'ACCEPTED', counts: true, decidedBy: sam.email, note: 'reviewed' },
    })
    expect(await scan(id, { 'app/a.py': HIDDEN }, { branch: 'feature' })).toMatchObject({ gateResult: 'PASSED' })
    await asSam(path, 'PATCH', { status: 'REJECTED' })
    await scan(id, { 'app/a.py': HIDDEN })
    expect(await scan(id, { 'app/a.py': HIDDEN })).toMatchObject({ gateResult: 'FAILED' })
    const { body } = await asSam('/api/audit-log?action=suppression.rejected', 'GET')
    expect(body['entries']).toMatchObject([{ resource: 'suppression', details: { projectId: id } }])
  })

  test('fails a gate that forbids suppressions, even on the base branch', async () => {
    const id = await project()
    await gate(id, { ...OPEN_GATE, allowSuppressions: false })
    await scan(id, { 'app/a.py': HIDDEN })
    const again = await scan(id, { 'app/a.py': HIDDEN })
    expect(again).toMatchObject({ gateResult: 'FAILED', highCount: 1 })
    expect(again['gateReasons']).toContain('The source has 1 suppression; this gate allows none.')
  })

  test('of a secret is no different', async () => {
    const id = await project()
    await gate(id, { ...OPEN_GATE, maxHigh: 0, maxCritical: 0, maxMedium: 0 })
    const env = 'db_password = "hg7Tq-nVz4wLkXc-9pR"  # gatehouse:allow reason="demo"\n'
    const options = { scanType: 'SECRETS_ONLY' }
    expect(await scan(id, { 'app/env.py': env }, options)).toMatchObject({ gateResult: 'FAILED' })
    expect(await scan(id, { 'app/env.py': env }, options)).toMatchObject({ gateResult: 'PASSED' })
    expect(await listed(id)).toMatchObject([{ marker: 'gatehouse:allow', reason: 'demo', scanner: 'SECRETS_PATTERN' }])
  })
})

describe('an ignore file', () => {
  test('leaves nothing out in the scan that brings it, and files out in the next one', async () => {
    const id = await project()
    await gate(id, { ...OPEN_GATE, maxHigh: 0 })
    await scan(id, { 'app/a.py': FINE })
    const files = { 'app/a.py': WEAK, 'app/b.py': FINE, '.semgrepignore': '# all\napp/a.py\n' }
    expect(await scan(id, files)).toMatchObject({ gateResult: 'FAILED', highCount: 1 })
    const next = await scan(id, files)
    expect(next).toMatchObject({ gateResult: 'PASSED', highCount: 0 })
    expect(next['gateReasons']).toContain('1 suppression in the source: ignore-file lines 1.')
    expect(await listed(id)).toMatchObject([
      { kind: 'IGNORE_FILE', title: 'app/a.py', filePath: '.semgrepignore', startLine: 2, counts: true },
    ])
    // A line that is added hides nothing, whatever the list held before.
    const more = { ...files, '.semgrepignore': 'app/a.py\n*\n', 'app/c.py': WEAK }
    expect(await scan(id, more)).toMatchObject({ gateResult: 'FAILED', highCount: 1 })
    expect(await gate(id, { allowSuppressions: false })).toMatchObject({ status: 200 })
    expect(await scan(id, files)).toMatchObject({ gateResult: 'FAILED', highCount: 1 })
  })
})

test('a scan that analysed no file never passes', async () => {
  const id = await project()
  await gate(id, OPEN_GATE)
  for (const files of [{ 'README.md': 'text\n' }, { 'app/a.py': '' }]) {
    const empty = await scan(id, files, { scanType: 'K8S_ONLY' })
    expect([empty['status'], empty['gateResult']]).toEqual(['COMPLETED', 'FAILED'])
    expect(JSON.stringify(empty['gateReasons'])).toContain('No file was analysed')
  }
})

test('code that was not analysed fails the gate unless the gate allows it', async () => {
  const id = await project()
  await gate(id, OPEN_GATE)
  const files = { 'app/a.py': FINE, 'app/b.py': `${WEAK}# ${'x'.repeat(5 * 1024 * 1024)}\n` }
  const strict = await scan(id, files)
  expect(strict['gateResult']).toBe('FAILED')
  expect(strict['gateReasons']).toContain('1 source file was not analysed: app/b.py.')
  await gate(id, { failOnUnanalysed: false })
  expect(await scan(id, files)).toMatchObject({ gateResult: 'PASSED' })
})

test('findings carry the class of their path, and tests, examples and documentation weigh less', async () => {
  const id = await project()
  await gate(id, { ...OPEN_GATE, maxHigh: 0, productionOnly: true })
  const files = { 'tests/test_a.py': WEAK, 'examples/b.py': WEAK.replace('read', 'load'), 'app/c.py': FINE }
  const lowered = await scan(id, files)
  expect(lowered).toMatchObject({ gateResult: 'PASSED', highCount: 0, lowCount: 2 })
  expect(lowered['scannerProgress']).toMatchObject({ SAST_PATTERN: { findingsCount: 2 } })
  const { findings } = await findingsOf(served, ann, lowered['id'], '?severity=LOW&sort=filePath')
  expect(findings).toMatchObject([
    { metadata: { pathClass: 'example', originalSeverity: 'HIGH' } },
    { metadata: { pathClass: 'test', originalSeverity: 'HIGH' } },
  ])
  await asSam(`/api/projects/${id}`, 'PATCH', { reduceNonProduction: false })
  const full = await scan(id, files)
  expect(full).toMatchObject({ gateResult: 'PASSED', highCount: 2 })
  expect(full['gateReasons']).toContain('2 findings are outside production code and not counted.')
  await gate(id, { productionOnly: false })
  expect(await scan(id, files)).toMatchObject({ gateResult: 'FAILED' })
  const { body } = await asSam(`/api/projects/${id}`, 'GET')
  expect(body).toMatchObject({ primaryLanguage: 'python' })
})
