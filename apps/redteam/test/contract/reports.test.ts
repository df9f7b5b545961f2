import { redteamEndpoints } from '@gatehouse/contracts/redteam'
import { Report } from '@gatehouse/contracts/reports'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { obey, startAgent } from '../agent.ts'
import { bodyOf, start, untilFinal } from '../runs.ts'
import { makeKey, send, serve, type Served } from '../serve.ts'

const FORMULA = '=cmd|calc!A1'
const TOKEN = 'tok-1f0a5e77c3'
const COLUMNS =
  'Round,Verdict,LLM Verdict,Category,Severity,Attack Name,Attack Description,Strategy,Auth Method,Role,Status Code,Response Time (ms),Findings,LLM Reasoning,LLM Evidence For,LLM Evidence Against,Judge Confidence,Policy Name,Step,Total Steps,Step Request,Step Response'

let served: Served
const keys = new Map<string, Readonly<Record<string, string>>>()
let file: string
let runId: string
beforeAll(async () => {
  served = await serve({
    env: { REDTEAM_AUTH: 'api_key', GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' },
    worker: { idle_ms: 50 },
  })
  for (const tenantId of ['acme', 'other']) {
    keys.set(tenantId, (await makeKey(served.store, 'admin', { tenantId })).headers)
  }
})
afterAll(() => served.close())

const get = (path: string, tenant = 'acme') => send(`${served.url}/api/${path}`, 'GET', undefined, keys.get(tenant))
const post = (path: string, body: object, tenant = 'acme') =>
  send(`${served.url}/api/${path}`, 'POST', body, keys.get(tenant))

/** One run for all read tests. */
async function reported(): Promise<string> {
  if (file !== undefined) return file
  const agent = await startAgent(
    (asked) => `${FORMULA} <script>alert(1)</script> ${obey(asked)} ${String(asked.headers['x-team'])}`,
  )
  const target = { auth: { type: 'bearer', token: TOKEN }, headers: { 'x-team': 'secret-team-word' } }
  const started = await start(served, bodyOf(agent.url, {}, {}, target), keys.get('acme'))
  const run = await untilFinal(served, started.id, keys.get('acme'))
  if (run.reportFile === undefined) throw new Error(JSON.stringify(run) + served.log.join(''))
  file = run.reportFile
  runId = run.id
  return file
}

describe('a report', () => {
  proves(
    [
      'redteam:endpoints.report',
      'redteam:reports.fields',
      'redteam:reports.summary',
      'redteam:reports.record-attack',
      'redteam:reports.record-judge',
      'redteam:reports.record-exchange',
      'redteam:target.headers',
    ],
    'tells of target, attacks, judges and exchanges, and of no secret',
    async () => {
      const { status, text, headers } = await get(`report/${await reported()}`)
      expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
      const report = Report.parse(JSON.parse(text))
      expect(report).toMatchObject({
        runId,
        target: { auth: { type: 'bearer', token: '***' }, headers: { 'x-team': '***' } },
      })
      expect(report.findings.length).toBeGreaterThan(0)
      expect(report.compliance.length).toBeGreaterThan(0)
      const [record] = report.rounds[0]!.results
      expect(record!.attack.turns.length).toBeGreaterThan(0)
      expect(record!.judge).toMatchObject({ kind: expect.any(String), evidence: expect.any(Array) })
      expect(record!.conversation.length).toBeGreaterThan(1)
      for (const secret of [TOKEN, 'secret-team-word']) expect(text).not.toContain(secret)
      expect(text).toContain('***')
    },
  )

  proves(
    ['redteam:endpoints.report-csv', 'redteam:reports.csv-columns', 'redteam:reports.csv-formulas'],
    'is a table with the stated columns, in which no cell is a formula',
    async () => {
      const { text, headers } = await get(`report-csv/${await reported()}`)
      expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
      expect(text.split(/\r?\n/, 1)[0]).toBe(COLUMNS)
      expect(text).not.toMatch(/(?:^|[,"\n])=cmd/m)
      expect(text).toContain('cmd|calc')
      expect((await get(`report/${file}?format=csv`)).text).toBe(text)
    },
  )

  proves('redteam:reports.formats', 'has a form for each kind of reader, and no other', async () => {
    const name = await reported()
    const forms: [string, string, RegExp][] = [
      ['json', 'application/json; charset=utf-8', /^\{"version":1/],
      ['csv', 'text/csv; charset=utf-8', /^Round,/],
      ['junit', 'application/xml; charset=utf-8', /<testsuite/],
      ['sarif', 'application/sarif+json', /"2\.1\.0"/],
      ['html', 'text/html; charset=utf-8', /^<!doctype html>/i],
      ['md', 'text/markdown; charset=utf-8', /^# /],
    ]
    for (const [format, mediaType, begins] of forms) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { status, text, headers } = await get(`report/${name}?format=${format}`)
      expect([format, status, headers.get('content-type')]).toEqual([format, 200, mediaType])
      expect(text).toMatch(begins)
      expect(text).not.toContain(TOKEN)
      if (format === 'html') {
        expect(text).not.toContain('<script>')
        expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
      }
    }
    expect((await get(`report/${name}?format=exe`)).status).toBe(400)
  })

  proves(
    [
      'redteam:endpoints.reports',
      'redteam:reports.names-array',
      'redteam:endpoints.reports-meta',
      'redteam:report.meta',
      'redteam:reports.meta',
      'redteam:reports.meta-query',
      'redteam:limits.reports',
      'redteam:service.reports',
    ],
    'stands in the lists of its tenant, which are searched and paged',
    async () => {
      const name = await reported()
      expect(JSON.parse((await get('reports')).text)).toEqual([name])
      const meta = redteamEndpoints.listReportsMeta.response.parse((await get('reports-meta')).body)
      expect(meta).toMatchObject({ total: 1, page: 1, totalPages: 1, limit: 50 })
      expect(meta.items).toEqual(meta.reports)
      expect(meta.reports[0]).toMatchObject({ filename: name, runId, score: expect.any(Number) })
      expect(meta.trend).toEqual([expect.objectContaining({ filename: name, score: meta.reports[0]!.score })])
      const found = async (query: string) => (await get(`reports-meta?${query}`)).body['total']
      expect(await found('search=127.0.0.1')).toBe(1)
      expect(await found(`search=${name.slice(3, 20).toUpperCase()}`)).toBe(1)
      expect(await found('search=%25')).toBe(0)
      expect((await get('reports-meta?limit=1&page=2')).body).toMatchObject({ reports: [], total: 1, totalPages: 1 })
      for (const query of ['limit=0', 'limit=201', 'page=0', 'limit=x']) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        expect((await get(`reports-meta?${query}`)).status).toBe(400)
      }
    },
  )

  proves('redteam:reports.filenames', 'has a name, and what is none is a 400', async () => {
    for (const name of ['..%2f..%2fetc%2fpasswd', '.hidden', 'a..b', 'a%00.json', 'a b', '-x', 'x%2fy']) {
      for (const path of [`report/${name}`, `report-csv/${name}`]) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        expect([path, (await get(path)).status]).toEqual([path, 400])
      }
    }
    expect((await get('report/report-none.json')).status).toBe(404)
  })

  test('is that of its tenant alone, as its run is', async () => {
    const name = await reported()
    for (const path of [`report/${name}`, `report-csv/${name}`, `run/${runId}`, `run/${runId}/events`]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect([path, (await get(path, 'other')).status]).toEqual([path, 404])
    }
    expect((await send(`${served.url}/api/run/${runId}?purge=1`, 'DELETE', undefined, keys.get('other'))).status).toBe(
      404,
    )
    expect((await post('owasp-analyze', { reportFilename: name }, 'other')).status).toBe(404)
    for (const list of ['reports', 'runs']) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect((await get(list, 'other')).text).toBe('[]')
    }
    expect((await get('reports-meta', 'other')).body).toMatchObject({ total: 0, reports: [] })
  })
})

describe('an analysis', () => {
  const linesOf = (text: string): Record<string, unknown>[] =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)

  proves(
    [
      'redteam:endpoints.owasp-analyze',
      'redteam:owasp.body',
      'redteam:owasp.lines',
      'redteam:owasp.statuses',
      'redteam:events.ndjson',
      'redteam:reports.ndjson',
      'redteam:service.analyses',
      'redteam:risk.without-model',
    ],
    'tells of each control of a framework on a line of its own',
    async () => {
      const name = await reported()
      const frameworkIds = ['owasp-llm-2025', 'gdpr']
      const { status, text, headers } = await post('owasp-analyze', { reportFilename: name, frameworkIds })
      expect([status, headers.get('content-type')]).toEqual([200, 'application/x-ndjson'])
      const lines = linesOf(text)
      expect(new Set(lines.map(({ framework }) => framework))).toEqual(new Set(frameworkIds))
      for (const line of lines) {
        expect(line).toMatchObject({
          code: expect.any(String),
          title: expect.any(String),
          status: expect.stringMatching(/^(?:vulnerable|at_risk|secure|not_tested|error)$/),
          summary: expect.any(String),
          details: expect.any(String),
          recommendations: expect.any(Array),
          attacksAnalyzed: expect.any(Number),
          vulnerabilitiesFound: expect.any(Number),
          relevantFindings: expect.any(Array),
        })
      }
      expect(lines.some((line) => line['status'] === 'vulnerable')).toBe(true)
      expect((await post('owasp-analyze', { reportFile: name, frameworkIds })).text).toBe(text)
    },
  )

  proves(
    ['redteam:endpoints.risk-analyze', 'redteam:risk.body', 'redteam:risk.lines'],
    'tells of the risk of each attack, of a report or of attacks that are told of',
    async () => {
      const shape = {
        attack: expect.any(String),
        category: expect.any(String),
        severity: expect.any(String),
        impactLevel: expect.any(String),
        businessImpact: expect.any(String),
        financialExposure: expect.any(String),
        complianceRisk: expect.any(String),
        remediationEstimate: expect.any(String),
        likelihood: expect.any(String),
      }
      const ofReport = linesOf((await post('risk-analyze', { reportFilename: await reported() })).text)
      expect(ofReport.length).toBeGreaterThan(0)
      for (const line of ofReport) expect(line).toMatchObject(shape)
      const attacks = [{ category: 'prompt_injection', severity: 'critical', verdict: 'vulnerable' }]
      const lines = linesOf((await post('risk-analyze', { attacks })).text)
      expect(lines).toEqual([expect.objectContaining({ ...shape, impactLevel: 'critical' })])
    },
  )

  test('returns errors before its first line', async () => {
    const name = await reported()
    const wrong: [string, object, number][] = [
      ['owasp-analyze', {}, 400],
      ['owasp-analyze', { reportFilename: '../x' }, 400],
      ['owasp-analyze', { reportFilename: 'none.json' }, 404],
      ['owasp-analyze', { reportFilename: name, frameworkIds: ['no-such'] }, 400],
      ['risk-analyze', {}, 400],
      ['risk-analyze', { reportFile: 'none.json' }, 404],
    ]
    for (const [path, body, status] of wrong) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect([path, body, (await post(path, body)).status]).toEqual([path, body, status])
    }
  })
})

test('actions on runs and reports are audited without secrets', async () => {
  await reported()
  const { headers } = await makeKey(served.store, 'auditor', { tenantId: 'acme' })
  const { text } = await send(`${served.url}/api/audit-log`, 'GET', undefined, headers)
  const { entries } = JSON.parse(text) as { entries: { action: string; actor: string; resourceId: string }[] }
  const actions = new Set(entries.map(({ action }) => action))
  for (const action of ['run.started', 'run.ended', 'report.read', 'report.analyzed']) expect(actions).toContain(action)
  expect(entries.find(({ action }) => action === 'run.started')).toMatchObject({
    resourceId: runId,
    actor: expect.stringMatching(/^key:/),
  })
  expect(text).not.toContain(TOKEN)
})
