import { FINDING_COLUMNS } from '@gatehouse/formats/artifacts'
import { complaints } from '@gatehouse/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { markerRegistry } from '../marker-scanner.ts'
import { findingsOf, scanned } from '../scans.ts'
import { makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'

let service: Served
let ann: Person
let scanId: string
beforeAll(async () => {
  service = await serve({ worker: {}, scanners: markerRegistry() })
  ann = await makePerson(service.store, await makeOrganization(service.store), 'DEVELOPER')
  const lines = Array.from({ length: 2_300 }, (_none, at) => `BAD ${at % 2 === 0 ? 'HIGH' : 'LOW'} number ${at}`)
  const files = {
    'many.txt': lines.join('\n'),
    '=cmd|calc.txt': 'BAD CRITICAL <script>alert(1)</script>, "quoted"',
  }
  scanId = String((await scanned(service, ann, files, { projectName: 'shop' }))['id'])
})
afterAll(() => service.close())

const exported = (query: string) =>
  send(`${service.url}/api/scans/${scanId}/findings/export${query}`, 'GET', undefined, ann.key)

describe('an export of findings', () => {
  proves(
    ['appsec:csv.columns', 'appsec:csv.formulas', 'appsec:endpoints.findings-export'],
    'as CSV contains every finding once, in the columns of the contract, without spreadsheet formulas',
    async () => {
      const { status, headers, text } = await exported('?format=csv')
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
      expect(headers.get('content-disposition')).toBe(`attachment; filename="gatehouse-${scanId}-findings.csv"`)
      const [head, ...rows] = text.trimEnd().split('\r\n')
      expect(head).toBe(
        'Severity,Scanner,Title,Description,File Path,Start Line,End Line,Rule ID,CWE ID,CVE ID,Confidence,Status,Snippet',
      )
      expect(rows[0]).toBe(
        'CRITICAL,SECRETS_PATTERN,"Marked as bad: <script>alert(1)</script>, ""quoted""",A marker of the test.,' +
          "'=cmd|calc.txt,1,1,marker/bad,CWE-798,,0.9,OPEN,BAD ****",
      )
      const { pagination } = await findingsOf(service, ann, scanId)
      expect(rows).toHaveLength(pagination.total)
      expect(new Set(rows.map((row) => row.split(',')[2])).size).toBe(pagination.total)
      expect(rows.every((row) => row.split(',').length >= FINDING_COLUMNS.length)).toBe(true)
    },
  )

  test.each([
    ['?format=csv&severity=LOW', 1_150],
    ['?severity=LOW,CRITICAL&scanner=SECRETS_PATTERN&status=OPEN', 1_151],
    ['?format=CSV&filePath=%3Dcmd%7Ccalc.txt', 1],
    ['?search=number%20229', 11],
    ['?status=RESOLVED', 0],
  ])('applies the list filters: %s', async (query, count) => {
    const { status, text } = await exported(query)
    expect([status, text.trimEnd().split('\r\n').length - 1]).toEqual([200, count])
  })

  test('as SARIF matches the schema, with all findings and their current triage', async () => {
    const { findings } = await findingsOf(service, ann, scanId, '?severity=CRITICAL')
    const url = `${service.url}/api/findings/${findings[0]!.id}`
    await send(url, 'PATCH', { status: 'ACCEPTED_RISK', statusNote: 'made up' }, ann.key)
    const { headers, text } = await exported('?format=sarif')
    expect(headers.get('content-type')).toBe('application/sarif+json')
    const created = JSON.parse(text) as { runs: { results: object[] }[] }
    expect(complaints.sarif(created)).toEqual([])
    expect(created.runs[0]!.results).toHaveLength(2_301)
    expect(created.runs[0]!.results[0]).toMatchObject({
      suppressions: [{ kind: 'external', status: 'accepted', justification: 'made up' }],
    })
    // There was nothing to compare with.
    expect(text).not.toContain('baselineState')
    await send(url, 'PATCH', { status: 'OPEN' }, ann.key)
  })

  test('as HTML contains no scripts and counts omitted findings', async () => {
    const { headers, text } = await exported('?format=html&severity=CRITICAL,LOW')
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(text).not.toMatch(/<script/i)
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(text).toContain('Build gate: FAILED')
    expect(text).toContain('<b>1150</b> low')
    expect(text).toContain('<b>0</b> high')
  })

  test('marks new findings when a previous scan exists', async () => {
    const project = { projectName: 'again' }
    const { projectId } = await scanned(service, ann, { 'a.txt': 'BAD HIGH old' }, project)
    const files = { 'a.txt': 'BAD HIGH old', 'b.txt': 'BAD HIGH fresh' }
    const { id } = await scanned(service, ann, files, { projectId: String(projectId) })
    for (const path of ['findings/export?format=sarif', 'artifacts/sarif']) {
      const { text } = await send(`${service.url}/api/scans/${String(id)}/${path}`, 'GET', undefined, ann.key)
      const { runs } = JSON.parse(text) as {
        runs: { results: { baselineState: string; message: { text: string } }[] }[]
      }
      const states = runs[0]!.results.map((result) => [result.message.text, result.baselineState])
      expect(states.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1))).toEqual([
        ['Marked as bad: fresh', 'new'],
        ['Marked as bad: old', 'unchanged'],
      ])
    }
  })

  test('in no other format', async () => {
    const { status, body } = await exported('?format=pdf')
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('format')])
  })
})
