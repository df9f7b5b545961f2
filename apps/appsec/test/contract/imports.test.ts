import { afterAll, beforeAll, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { markerRegistry } from '../marker-scanner.ts'
import { findingsOf, isOver, scanned, until } from '../scans.ts'
import { type Answer, makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'

/** Made up: 36 characters in the form of a GitHub token. */
const TOKEN = `ghp_${'Zx9Kq2Lw7Rt4'.repeat(3)}`

let service: Served
let organizationId: string
let ann: Person
beforeAll(async () => {
  service = await serve({ worker: { idle_ms: 50 }, scanners: markerRegistry() })
  organizationId = await makeOrganization(service.store)
  ann = await makePerson(service.store, organizationId, 'SECURITY')
})
afterAll(() => service.close())

const call = (method: string, path: string, body?: object, { key }: Person = ann) =>
  send(`${service.url}/api${path}`, method, body, key)

async function project(name: string): Promise<string> {
  return String((await send(`${service.url}/api/projects`, 'POST', { name }, ann.session)).body['id'])
}

type Fields = Readonly<Record<string, string>>

async function sent(projectId: string, report: unknown, fields: Fields = {}, { key }: Person = ann): Promise<Answer> {
  const form = new FormData()
  form.set(
    'file',
    new Blob([typeof report === 'string' ? report : JSON.stringify(report)]),
    fields['name'] ?? 'report.json',
  )
  for (const [name, value] of Object.entries(fields)) if (name !== 'name') form.set(name, value)
  const url = `${service.url}/api/projects/${projectId}/import`
  const response = await fetch(url, { method: 'POST', body: form, headers: key })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) as Answer['body'] }
}

/** Imports a report and returns the ended scan. */
async function imported(projectId: string, report: unknown, fields: Fields = {}): Promise<Answer['body']> {
  const answer = await sent(projectId, report, fields)
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  return until(service, ann, answer.body['scanId'], isOver)
}

interface Result {
  readonly rule: string
  readonly file?: string
  readonly line?: number
  readonly cwe?: string
}

function semgrep(results: readonly Result[]): object {
  return {
    version: '1.97.0',
    results: results.map(({ rule, file = 'src/a.py', line = 1, cwe }) => ({
      check_id: rule,
      path: file,
      start: { line, col: 1 },
      end: { line, col: 9 },
      extra: {
        severity: 'ERROR',
        message: `Weakness ${rule}`,
        lines: rule,
        metadata: cwe === undefined ? {} : { cwe: [cwe] },
      },
    })),
  }
}

const query = (text: string, values: readonly unknown[] = []) =>
  service.store.withConnection((client) => client.query(text, [...values]))

const cards = async (id: string) =>
  ((await call('GET', `/projects/${id}`)).body['card'] as { counts: Record<string, number> }).counts

proves('appsec:management.import', 'a report becomes findings with their origin', async () => {
  const id = await project('Import')
  const scan = await imported(id, semgrep([{ rule: 'ssrf', line: 4, cwe: 'CWE-918: SSRF' }]), {
    name: '../x/semgrep.json',
  })
  expect(scan).toMatchObject({ status: 'COMPLETED', sourceType: 'IMPORT', sourceRef: 'semgrep.json', highCount: 1 })
  const { findings } = await findingsOf(service, ann, scan['id'])
  expect(findings).toEqual([
    expect.objectContaining({
      scanner: 'SAST_PATTERN',
      ruleId: 'ssrf',
      severity: 'HIGH',
      title: 'Weakness ssrf',
      filePath: 'src/a.py',
      startLine: 4,
      cweId: 'CWE-918',
      status: 'OPEN',
      metadata: {
        importedFrom: { tool: 'Semgrep', version: '1.97.0', file: 'semgrep.json', format: 'semgrep' },
        pathClass: expect.any(String),
      },
    }),
  ])
  expect((await cards(id))['high']).toBe(1)
  const sarif = await call('GET', `/scans/${String(scan['id'])}/artifacts/sarif`)
  expect(sarif.text).toContain('ssrf')
  expect((await call('POST', `/scans/${String(scan['id'])}/rescan`)).status).toBe(409)
  const fix = await call('POST', `/scans/${String(scan['id'])}/findings/${findings[0]!.id}/suggest-fix`)
  expect([fix.status, fix.body['reason']]).toEqual([409, 'no_safe_fix'])
})

test('repeating an import changes nothing', async () => {
  const id = await project('Repeat')
  const report = semgrep([{ rule: 'one' }, { rule: 'two' }])
  const first = await imported(id, report)
  const again = await sent(id, report)
  expect(again.body).toMatchObject({ scanId: first['id'], isRepeated: true })
  // The same findings in another file, with moved lines and a triage decision.
  const { findings } = await findingsOf(service, ann, first['id'])
  await call('PATCH', `/findings/${findings[0]!.id}`, { status: 'FALSE_POSITIVE' })
  const moved = await imported(
    id,
    semgrep([
      { rule: 'one', line: 9 },
      { rule: 'two', line: 8 },
    ]),
  )
  const after = (await findingsOf(service, ann, moved['id'])).findings
  const brief = (all: typeof findings) => all.map(({ fingerprint, status }) => `${fingerprint} ${status}`).toSorted()
  expect(brief(after)).toEqual(brief((await findingsOf(service, ann, first['id'])).findings))
  expect((await cards(id))['high']).toBe(1)
  expect(moved['gateReasons']).toEqual([])
})

test('only a complete report resolves what it does not contain, and a later report reopens it', async () => {
  const id = await project('Complete')
  const first = await imported(id, semgrep([{ rule: 'one' }, { rule: 'two' }]))
  const [one] = (await findingsOf(service, ann, first['id'], '?search=one')).findings
  const statusOf = async () => (await call('GET', `/findings/${one!.id}`)).body['status']
  const partial = await imported(id, semgrep([{ rule: 'two' }]))
  expect(await statusOf()).toBe('OPEN')
  // The finding stays in the present state of the project.
  expect((await findingsOf(service, ann, partial['id'])).pagination.total).toBe(2)
  expect((await cards(id))['high']).toBe(2)
  await imported(id, semgrep([{ rule: 'two' }, { rule: 'three' }]), { complete: 'true' })
  expect(await statusOf()).toBe('RESOLVED')
  expect((await call('GET', `/findings/${one!.id}`)).body['statusNote']).toBe(
    'Not in the complete report report.json of Semgrep.',
  )
  expect((await cards(id))['high']).toBe(2)
  await imported(id, semgrep([{ rule: 'one' }]))
  expect(await statusOf()).toBe('OPEN')
  expect((await cards(id))['high']).toBe(3)
})

test('a complete report of one tool does not resolve findings of another, or of a scan', async () => {
  const id = await project('Tools')
  const own = await scanned(service, ann, { 'a.ts': 'BAD HIGH own' }, { projectId: id })
  await imported(id, semgrep([{ rule: 'one' }]))
  const leaks = [
    { RuleID: 'github-pat', Description: 'GitHub token', File: 'b.env', StartLine: 2, Secret: TOKEN, Match: TOKEN },
  ]
  await imported(id, leaks, { complete: 'true' })
  expect((await cards(id))['high']).toBe(3)
  // And a scan of the service resolves no imported finding.
  await scanned(service, ann, { 'a.ts': 'BAD HIGH own' }, { projectId: id })
  expect((await cards(id))['high']).toBe(3)
  await imported(id, semgrep([]), { complete: 'true' })
  expect((await cards(id))['high']).toBe(2)
  const { findings } = await findingsOf(service, ann, own['id'])
  expect(findings.map(({ status }) => status)).toEqual(['OPEN'])
  const { rows } = await query(
    'SELECT count(*)::int AS gone FROM known_findings WHERE project_id = $1 AND gone_at IS NOT NULL AND imported_by IS NULL',
    [id],
  )
  expect(rows).toEqual([{ gone: 0 }])
})

test('the same vulnerability of a package counts once over tools', async () => {
  const id = await project('Packages')
  const vulnerability = {
    VulnerabilityID: 'CVE-2021-44906',
    PkgName: 'minimist',
    InstalledVersion: '1.2.5',
    Severity: 'CRITICAL',
  }
  const trivy = {
    SchemaVersion: 2,
    Results: [{ Target: 'package-lock.json', Type: 'npm', Vulnerabilities: [vulnerability] }],
  }
  await imported(id, trivy)
  const bom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: { tools: { components: [{ name: 'grype', version: '1' }] } },
    components: [{ 'bom-ref': 'a', name: 'minimist', version: '1.2.5', purl: 'pkg:npm/minimist@1.2.5' }],
    vulnerabilities: [
      {
        id: 'GHSA-xvch-5gv4-984h',
        references: [{ id: 'CVE-2021-44906' }],
        ratings: [{ severity: 'critical' }],
        affects: [{ ref: 'a' }],
      },
    ],
  }
  const scan = await imported(id, bom)
  expect((await cards(id))['critical']).toBe(1)
  const [finding] = (await findingsOf(service, ann, scan['id'])).findings
  expect(finding).toMatchObject({
    scanner: 'SCA',
    metadata: { package: 'pkg:npm/minimist', purl: 'pkg:npm/minimist@1.2.5' },
  })
})

test('a weakness on the line of a finding of a scan has its fingerprint', async () => {
  const id = await project('Twins')
  const own = await scanned(service, ann, { 'a.ts': 'x\nBAD HIGH own' }, { projectId: id })
  const [first] = (await findingsOf(service, ann, own['id'])).findings
  await query(`UPDATE findings SET details = details || '{"cweId": "CWE-89"}' WHERE id = $1`, [first!.id])
  const scan = await imported(
    id,
    semgrep([
      { rule: 'sqli', file: 'a.ts', line: 2, cwe: 'CWE-89: SQL Injection' },
      { rule: 'other', file: 'a.ts', line: 1, cwe: 'CWE-89' },
    ]),
  )
  const { findings } = await findingsOf(service, ann, scan['id'])
  const marks = findings.map(({ fingerprint, ruleId }) => `${ruleId} ${fingerprint === first!.fingerprint}`)
  expect(marks.toSorted()).toEqual(['other false', 'sqli true'])
  expect((await cards(id))['high']).toBe(2)
})

test('secrets of a report are stored nowhere', async () => {
  const id = await project('Secrets')
  const leak = {
    RuleID: 'github-pat',
    Description: `Token ${TOKEN}`,
    File: 'b.env',
    StartLine: 2,
    Secret: TOKEN,
    Match: `t=${TOKEN}`,
  }
  const scan = await imported(id, [leak])
  expect(scan).toMatchObject({ status: 'COMPLETED', highCount: 1 })
  const tables = ['findings', 'known_findings', 'scans']
  for (const table of tables) {
    const { rows } = await query(`SELECT row_to_json(t)::text AS text FROM ${table} AS t`)
    expect(JSON.stringify(rows)).not.toContain(TOKEN)
  }
  expect(service.log.join('\n')).not.toContain(TOKEN)
})

test('invalid requests are refused with the place', async () => {
  const id = await project('Invalid')
  const log = { runs: [{ tool: { driver: { name: 'x' } }, results: [{ locations: 7 }] }] }
  const cases: readonly [unknown, Fields, string][] = [
    [log, {}, 'runs[0].results[0].locations must be an array'],
    ['{"runs": [', {}, 'ends too early'],
    [semgrep([]), { format: 'trivy' }, 'format semgrep, not trivy'],
    [semgrep([]), { format: 'pdf' }, ''],
    [semgrep([]), { complete: 'maybe' }, ''],
    [semgrep([]), { branch: '--x' }, ''],
  ]
  for (const [report, fields, detail] of cases) {
    const answer = await sent(id, report, fields)
    expect([answer.status, answer.body['detail']]).toEqual([400, expect.stringContaining(detail)])
  }
  expect((await call('POST', `/projects/${id}/import`, {})).status).toBe(400)
  const viewer = await makePerson(service.store, organizationId, 'VIEWER')
  expect((await sent(id, semgrep([]), {}, viewer)).status).toBe(403)
  const stranger = await makePerson(service.store, await makeOrganization(service.store), 'ADMIN')
  expect((await sent(id, semgrep([]), {}, stranger)).status).toBe(403)
  expect((await sent('01900000-0000-7000-8000-000000000000', semgrep([]))).status).toBe(404)
  const { scans } = (await call('GET', `/scans?projectId=${id}`)).body as { scans: unknown[] }
  expect(scans).toEqual([])
})

test('reports that are sent at the same time are all imported', async () => {
  const id = await project('Many')
  const rules = Array.from({ length: 8 }, (_, at) => `rule-${at}`)
  const answers = await Promise.all(rules.map((rule) => sent(id, semgrep([{ rule }]))))
  expect(answers.map(({ status }) => status)).toEqual(rules.map(() => 201))
  for (const { body } of answers) await until(service, ann, body['scanId'], isOver)
  const { rows } = await query('SELECT count(*)::int AS known FROM known_findings WHERE project_id = $1', [id])
  expect(rows).toEqual([{ known: 8 }])
})
