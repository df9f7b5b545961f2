import { Report } from '@gatehouse/contracts/reports'
import { expect, test } from 'vitest'
import { boundedReport, packReport, parseReport } from '../../src/reports/packed-report.ts'

const LONG = 'x'.repeat(10_000)

function recordOf(id: string): Report['rounds'][number]['results'][number] {
  return {
    attack: {
      id,
      category: 'made_up',
      strategy: 'base',
      severity: 'high',
      description: 'An attack of a test.',
      language: 'en',
      turns: [LONG, LONG],
      history: [{ role: 'user', content: LONG }],
    },
    repeat: 0,
    verdict: 'vulnerable',
    judge: { kind: 'rule', confidence: 1, evidence: [{ code: 'seen', detail: 'It was seen.' }] },
    request: LONG,
    response: LONG,
    statusCode: 200,
    responseTimeMs: 1,
    conversation: [{ role: 'user', content: LONG }],
    toolCalls: [],
    remediation: '',
    owasp: [],
    asi: [],
    atlas: [],
  }
}

function reportOf(count: number): Report {
  const counts = { total: 0, passed: 0, failed: 0, vulnerable: 0, defended: 0, partial: 0, inconclusive: 0, errors: 0 }
  const { total: _, ...rest } = counts
  return {
    version: 1,
    timestamp: '2026-01-01T00:00:00.000Z',
    runId: '0191d2f0-0000-7000-8000-000000000000',
    targetUrl: 'http://agent.test/chat',
    target: {},
    config: {},
    rounds: [{ round: 0, results: Array.from({ length: count }, (_none, at) => recordOf(`a${at}`)) }],
    summary: {
      ...rest,
      score: 0,
      scoreStatus: 'final',
      confidenceInterval: { low: 0, high: 100 },
      totalAttacks: count,
      byCategory: {},
      bySeverity: {},
      byStrategy: {},
      overRefusal: { asked: 0, refused: 0 },
      requests: count,
    },
    findings: [],
    compliance: [],
    benign: [],
    notTested: [],
  }
}

test('an oversized report keeps every attack with its verdict and lists the truncation', () => {
  const report = reportOf(20)
  const [first] = report.rounds[0]!.results
  const most_bytes = JSON.stringify(first).length * 3
  const bounded = boundedReport(report, most_bytes)
  const results = bounded.rounds[0]!.results
  expect(results).toHaveLength(20)
  expect(results.slice(0, 3)).toEqual(report.rounds[0]!.results.slice(0, 3))
  expect(results[5]).toMatchObject({ verdict: 'vulnerable', judge: first!.judge, conversation: [] })
  expect(results[5]!.response).toMatch(/cut: the report is full/)
  expect(JSON.stringify(bounded).length).toBeLessThan(most_bytes * 2)
  expect(Report.safeParse(bounded).success).toBe(true)
})

test('a report is restored as stored, under a file name with the run id only', async () => {
  const report = reportOf(2)
  const stored = await packReport(report)
  expect(await parseReport(stored.content)).toEqual(report)
  expect(stored).toMatchObject({ filename: `report-${report.runId}.json`, targetUrl: report.targetUrl })
  expect(stored.meta).toMatchObject({ filename: stored.filename, runId: report.runId, totalAttacks: 2 })
})
