import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type GitServer, hasPrograms, makeRepository, serveGit } from '@gatehouse/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { document } from '../artifacts/artifacts.ts'
import { findingsOf, isOver, scanned, until } from '../scans.ts'
import { makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'

let service: Served
let ann: Person
let sam: Person
beforeAll(async () => {
  service = await serve({
    worker: { idle_ms: 20, hold_ms: 50, lanes: 2 },
    env: { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' },
  })
  const organization = await makeOrganization(service.store)
  ann = await makePerson(service.store, organization, 'DEVELOPER')
  sam = await makePerson(service.store, organization, 'SECURITY')
})
afterAll(() => service.close())

const WEAK = 'import yaml\n\n\ndef read(text):\n    return yaml.unsafe_load(text)\n'
const HIDDEN = WEAK.replace('unsafe_load(text)', 'unsafe_load(text)  # nosemgrep')
const FINE = 'def add(a, b):\n    return a + b\n'
const OPEN_GATE = { maxCritical: -1, maxHigh: -1, maxMedium: -1, maxLow: -1, failOnNew: false }

const asSam = (path: string, method: string, body?: unknown) => send(`${service.url}${path}`, method, body, sam.session)
const project = async (): Promise<string> => {
  const { body } = await asSam('/api/projects', 'POST', { name: `shop ${crypto.randomUUID()}` })
  return String(body['id'])
}
const gate = (projectId: string, change: object) =>
  asSam('/api/settings/build-gates', 'PATCH', { projectId, ...change })
const scan = (projectId: string, files: Readonly<Record<string, string>>, more = {}) =>
  scanned(service, ann, files, { scanType: 'SAST_ONLY', projectId, ...more })
const listed = async (projectId: string) => {
  const { body } = await asSam(`/api/projects/${projectId}/suppressions`, 'GET')
  return body['suppressions'] as readonly Readonly<Record<string, unknown>>[]
}

/** Accepts all suppressions of a project. */
async function acceptAll(projectId: string): Promise<void> {
  for (const { id } of await listed(projectId)) {
    const change = await asSam(`/api/projects/${projectId}/suppressions/${String(id)}`, 'PATCH', { status: 'ACCEPTED' })
    expect(change.status).toBe(200)
  }
}

const IGNORED = '1 of these is ignored: neither on the base branch nor accepted.'

describe('an upload', () => {
  const marked = (comment: string) => ({
    'app/a.py': WEAK.replace('unsafe_load(text)', `unsafe_load(text)  # ${comment}`),
  })
  const sources: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    nosemgrep: marked('nosemgrep'),
    'gatehouse:allow': marked('gatehouse:allow python-insecure-deserialization-yaml reviewed by security'),
    '.gatehouseignore': { 'app/a.py': WEAK, 'app/b.py': FINE, '.gatehouseignore': 'app/a.py\n' },
    '.semgrepignore': { 'app/a.py': WEAK, 'app/b.py': FINE, 'app/.semgrepignore': 'a.py\n' },
  }

  test.each(Object.keys(sources))('with %s fails however often it is repeated', async (name) => {
    const id = await project()
    await gate(id, { ...OPEN_GATE, maxHigh: 0 })
    for (const fields of [{}, {}, { branch: 'main' }, { branch: 'feature' }, {}]) {
      const item = await scan(id, sources[name]!, fields)
      expect([fields, item['gateResult'], item['highCount']]).toEqual([fields, 'FAILED', 1])
      expect(item['gateReasons']).toContain(IGNORED)
    }
    expect(await listed(id)).toMatchObject([{ status: 'PENDING', onBaseBranch: false, counts: false }])
  })

  test('with an ignore file that an approver accepted repairs no finding', async () => {
    const id = await project()
    await gate(id, OPEN_GATE)
    const repaired = async () => (await asSam('/api/dashboard/trends', 'GET')).body['mttr']
    const before = await repaired()
    await scan(id, sources['.gatehouseignore']!)
    await acceptAll(id)
    expect(await scan(id, sources['.gatehouseignore']!)).toMatchObject({ highCount: 0 })
    expect(await repaired()).toEqual(before)
    await scan(id, { 'app/a.py': FINE })
    expect(await repaired()).not.toEqual(before)
  })

  test('by an approver is the base of the next scan', async () => {
    const id = await project()
    await gate(id, { ...OPEN_GATE, maxHigh: 0 })
    const results: unknown[] = []
    // API keys act as DEVELOPER.
    for (const person of [ann, sam, { ...sam, key: sam.session }, ann]) {
      const done = await scanned(service, person, { 'app/a.py': HIDDEN }, { scanType: 'SAST_ONLY', projectId: id })
      results.push(done['gateResult'])
    }
    expect(results).toEqual(['FAILED', 'FAILED', 'FAILED', 'PASSED'])
    expect(await listed(id)).toMatchObject([{ status: 'PENDING', onBaseBranch: true, counts: true }])
  })

  test('that passes does not apply its ignore file to later code', async () => {
    const id = await project()
    await gate(id, { ...OPEN_GATE, maxHigh: 0 })
    const list = { 'app/b.py': FINE, '.gatehouseignore': 'app/a.py\n' }
    expect(await scan(id, { ...list, 'app/a.py': FINE })).toMatchObject({ gateResult: 'PASSED' })
    expect(await scan(id, { ...list, 'app/a.py': WEAK })).toMatchObject({ gateResult: 'FAILED', highCount: 1 })
  })

  test('that passes within the limits does not use up a finding with its comment', async () => {
    const id = await project()
    await gate(id, { ...OPEN_GATE, maxHigh: 1 })
    expect(await scan(id, { 'app/a.py': HIDDEN })).toMatchObject({ gateResult: 'PASSED', highCount: 1 })
    const more = { 'app/a.py': HIDDEN, 'app/b.py': WEAK.replace('read', 'load').replace('text)', 'text or "")') }
    expect(await scan(id, more)).toMatchObject({ gateResult: 'FAILED', highCount: 2 })
  })
})

describe.skipIf(!hasPrograms('git'))('a repository', () => {
  let git: GitServer
  let root: string
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'suppressions-'))
    git = await serveGit(root)
  })
  afterAll(async () => {
    await git.close()
    await rm(root, { recursive: true, force: true })
  })
  const clone = async (body: object) => {
    const answer = await send(`${service.url}/api/scans`, 'POST', { scanType: 'SAST_ONLY', ...body }, ann.key)
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
    return until(service, ann, answer.body['scanId'], isOver)
  }

  test('applies suppressions only at the head of its default branch', async () => {
    const [old = ''] = makeRepository(root, 'base', [{ 'app/a.py': HIDDEN }, { 'app/a.py': HIDDEN, 'app/b.py': FINE }])
    makeRepository(root, 'other', [{ 'app/a.py': HIDDEN }])
    const repoUrl = `http://127.0.0.1:${git.port}/base.git`
    const { body } = await asSam('/api/projects', 'POST', { name: `base ${crypto.randomUUID()}`, repoUrl })
    const id = String(body['id'])
    await gate(id, { ...OPEN_GATE, maxHigh: 0 })
    const claims = [
      { commitSha: old },
      { branch: 'feature/one' },
      { repoUrl: `http://127.0.0.1:${git.port}/other.git` },
    ]
    for (const claim of claims) {
      expect(await clone({ projectId: id, ...claim })).toMatchObject({ gateResult: 'FAILED', highCount: 1 })
      expect(await listed(id)).toMatchObject([{ onBaseBranch: false, counts: false }])
    }
    expect(await clone({ projectId: id })).toMatchObject({ gateResult: 'PASSED', highCount: 0 })
    expect(await listed(id)).toMatchObject([{ onBaseBranch: true, counts: true, status: 'PENDING' }])
    expect(await scan(id, { 'app/a.py': HIDDEN }, { branch: 'feature' })).toMatchObject({ gateResult: 'PASSED' })
  })
})

describe('a comment that suppresses a finding', () => {
  test('has no effect in the scan that adds it and applies after approval', async () => {
    const id = await project()
    await gate(id, { ...OPEN_GATE, maxHigh: 0 })
    const first = await scan(id, { 'app/a.py': HIDDEN })
    expect(first).toMatchObject({ gateResult: 'FAILED', highCount: 1 })
    expect(first['gateReasons']).toContain('1 suppression in the source: nosemgrep 1.')
    expect(first['gateReasons']).toContain(IGNORED)
    await acceptAll(id)
    const second = await scan(id, { 'app/a.py': HIDDEN })
    expect(second).toMatchObject({ gateResult: 'PASSED', highCount: 0 })
    expect(second['gateReasons']).toContain('1 suppression in the source: nosemgrep 1.')
    const { findings } = await findingsOf(service, ann, second['id'])
    expect(findings.find(({ ruleId }) => ruleId === 'sast/python-insecure-deserialization-yaml')).toMatchObject({
      status: 'ACCEPTED_RISK',
      metadata: { suppression: { marker: 'nosemgrep', counts: true } },
    })
    const record = await document(service, ann, second['id'], 'gate-decision')
    expect(record).toMatchObject({ gateResult: 'PASSED', suppressions: 1, notCounted: { SUPPRESSED: 1 } })
  })

  test('on another branch never joins the baseline through a rescan', async () => {
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
    await acceptAll(id)
    const other = HIDDEN.replace('unsafe_load(text)', 'unsafe_load(text + more())')
    expect(await scan(id, { 'app/a.py': other })).toMatchObject({ gateResult: 'FAILED', highCount: 1 })
  })

  test('applies after approval, and not after rejection on the base branch', async () => {
    const id = await project()
    await gate(id, { ...OPEN_GATE, maxHigh: 0 })
    await scan(id, { 'app/a.py': HIDDEN }, { branch: 'feature' })
    const [item] = await listed(id)
    expect(item).toMatchObject({ kind: 'COMMENT', marker: 'nosemgrep', status: 'PENDING', counts: false })
    const path = `/api/projects/${id}/suppressions/${String(item?.['id'])}`
    expect((await send(`${service.url}${path}`, 'PATCH', { status: 'ACCEPTED' }, ann.key)).status).toBe(403)
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

  test('fails a gate that forbids suppressions, even after approval', async () => {
    const id = await project()
    await gate(id, { ...OPEN_GATE, allowSuppressions: false })
    await scan(id, { 'app/a.py': HIDDEN })
    await acceptAll(id)
    const second = await scan(id, { 'app/a.py': HIDDEN })
    expect(second).toMatchObject({ gateResult: 'FAILED', highCount: 1 })
    expect(second['gateReasons']).toContain('The source has 1 suppression; this gate allows none.')
  })

  test('applies to a secret in the same way', async () => {
    const id = await project()
    await gate(id, { ...OPEN_GATE, maxHigh: 0, maxCritical: 0, maxMedium: 0 })
    const env = 'db_password = "hg7Tq-nVz4wLkXc-9pR"  # gatehouse:allow reason="demo"\n'
    const options = { scanType: 'SECRETS_ONLY' }
    expect(await scan(id, { 'app/env.py': env }, options)).toMatchObject({ gateResult: 'FAILED' })
    await acceptAll(id)
    expect(await scan(id, { 'app/env.py': env }, options)).toMatchObject({ gateResult: 'PASSED' })
    expect(await listed(id)).toMatchObject([{ marker: 'gatehouse:allow', reason: 'demo', scanner: 'SECRETS_PATTERN' }])
  })
})

describe('an ignore file', () => {
  test('excludes no files in the scan that adds it, and excludes them after approval', async () => {
    const id = await project()
    await gate(id, { ...OPEN_GATE, maxHigh: 0 })
    await scan(id, { 'app/a.py': FINE })
    const files = { 'app/a.py': WEAK, 'app/b.py': FINE, '.semgrepignore': '# all\napp/a.py\n' }
    expect(await scan(id, files)).toMatchObject({ gateResult: 'FAILED', highCount: 1 })
    await acceptAll(id)
    const next = await scan(id, files)
    expect(next).toMatchObject({ gateResult: 'PASSED', highCount: 0 })
    expect(next['gateReasons']).toContain('1 suppression in the source: ignore-file lines 1.')
    expect(await listed(id)).toMatchObject([
      { kind: 'IGNORE_FILE', title: 'app/a.py', filePath: '.semgrepignore', startLine: 2, counts: true },
    ])
    // An added line hides nothing, regardless of the earlier list.
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
    expect(JSON.stringify(empty['gateReasons'])).toContain('No file was analyzed')
  }
})

test('code that was not analysed fails the gate unless the gate allows it', async () => {
  const id = await project()
  await gate(id, OPEN_GATE)
  const files = { 'app/a.py': FINE, 'app/b.py': `${WEAK}# ${'x'.repeat(5 * 1024 * 1024)}\n` }
  const strict = await scan(id, files)
  expect(strict['gateResult']).toBe('FAILED')
  expect(strict['gateReasons']).toContain('1 source file was not analyzed: app/b.py.')
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
  const { findings } = await findingsOf(service, ann, lowered['id'], '?severity=LOW&sort=filePath')
  expect(findings).toMatchObject([
    { metadata: { pathClass: 'example', originalSeverity: 'HIGH' } },
    { metadata: { pathClass: 'test', originalSeverity: 'HIGH' } },
  ])
  await asSam(`/api/projects/${id}`, 'PATCH', { reduceNonProduction: false })
  const full = await scan(id, files)
  expect(full).toMatchObject({ gateResult: 'PASSED', highCount: 2 })
  expect(full['gateReasons']).toContain('2 findings outside production code are not counted.')
  await gate(id, { productionOnly: false })
  expect(await scan(id, files)).toMatchObject({ gateResult: 'FAILED' })
  const { body } = await asSam(`/api/projects/${id}`, 'GET')
  expect(body).toMatchObject({ primaryLanguage: 'python' })
})
