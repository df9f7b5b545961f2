import * as fc from 'fast-check'
import { complaints } from '@gatehouse/testkit'
import { describe, expect, test } from 'vitest'
import { sarif, type SarifResult, type SarifRule, type SarifRun } from '../../src/artifacts.ts'
import { SARIF_SEVERITIES } from '../../src/sarif/sarif.ts'

const rule: SarifRule = {
  id: 'secrets/github-token',
  title: 'GitHub token',
  help: 'A token opens an account. Revoke it.',
  severity: 'CRITICAL',
  cweId: 'CWE-798',
  owasp: ['A07:2021'],
}
const result: SarifResult = {
  rule,
  message: 'A GitHub token is in the source.',
  severity: 'HIGH',
  place: { path: 'src/a b#1.ts', startLine: 3, endLine: 3, startColumn: 5, endColumn: 9, snippet: 'x = ghp_***' },
  fingerprint: 'f'.repeat(32),
  confidence: 0.9,
}
const run = (results: readonly SarifResult[], more: Partial<SarifRun> = {}): SarifRun => ({
  tool: { name: 'Gatehouse', version: '0.1.0' },
  results,
  gaps: [],
  successful: true,
  ...more,
})

describe('SARIF 2.1.0', () => {
  test('matches its schema, with and without results', () => {
    expect(complaints.sarif(sarif(run([])))).toEqual([])
    expect(complaints.sarif(sarif(run([result])))).toEqual([])
  })

  test('locations are relative URIs, and the end column is exclusive', () => {
    const { locations } = sarif(run([result])).runs[0]!.results[0]!
    expect(locations[0]!.physicalLocation).toEqual({
      artifactLocation: { uri: 'src/a%20b%231.ts', uriBaseId: '%SRCROOT%' },
      region: { startLine: 3, startColumn: 5, endLine: 3, endColumn: 10, snippet: { text: 'x = ghp_***' } },
    })
  })

  test('a rule appears once, and its results reference it', () => {
    const other = { ...result, rule: { ...rule, id: 'secrets/other' } }
    const [{ tool, results }] = sarif(run([result, other, result])).runs as [ReturnType<typeof sarif>['runs'][number]]
    expect(tool.driver.rules.map(({ id }) => id)).toEqual(['secrets/github-token', 'secrets/other'])
    expect(results.map(({ ruleIndex }) => ruleIndex)).toEqual([0, 1, 0])
    expect(tool.driver.rules[0]).toMatchObject({
      defaultConfiguration: { level: 'error' },
      properties: { tags: ['security', 'external/cwe/cwe-798', 'A07:2021'], 'security-severity': '9.5' },
    })
  })

  test('an undecided result is open without a level; a result without a file has a logical location', () => {
    const { place: _place, ...nowhere } = result
    const subject = { name: 'https://agent.test/chat', kind: 'agent' }
    const created = sarif(run([{ ...nowhere, subject, kind: 'open' }, nowhere]))
    expect(complaints.sarif(created)).toEqual([])
    expect(created.runs[0]!.results).toMatchObject([
      { kind: 'open', level: 'none', locations: [{ logicalLocations: [subject] }] },
      { level: 'error', locations: [] },
    ])
  })

  test('triaged results are suppressed, new results are marked, and data flows become code flows', () => {
    const created = sarif(
      run([
        { ...result, isNew: true, suppressed: { status: 'FALSE_POSITIVE', justification: 'made up' } },
        { ...result, isNew: false, flow: [{ ...result.place!, says: 'read here' }] },
      ]),
    )
    expect(complaints.sarif(created)).toEqual([])
    expect(created.runs[0]!.results).toMatchObject([
      {
        baselineState: 'new',
        suppressions: [{ kind: 'external', status: 'accepted', justification: 'made up' }],
        partialFingerprints: { 'gatehouse/v1': 'f'.repeat(32) },
      },
      {
        baselineState: 'unchanged',
        codeFlows: [{ threadFlows: [{ locations: [{ location: { message: { text: 'read here' } } }] }] }],
      },
    ])
  })

  test('fixes and help links are included', () => {
    const created = sarif(run([{ ...result, rule: { ...rule, page: 'https://example.org/why' }, fix: '"***"' }]))
    expect(complaints.sarif(created)).toEqual([])
    expect(created.runs[0]!.tool.driver.rules).toMatchObject([{ helpUri: 'https://example.org/why' }])
    expect(created.runs[0]!.results[0]).toMatchObject({
      fixes: [
        {
          artifactChanges: [
            {
              artifactLocation: { uri: 'src/a%20b%231.ts' },
              replacements: [
                {
                  deletedRegion: { startLine: 3, startColumn: 5, endLine: 3, endColumn: 10 },
                  insertedContent: { text: '"***"' },
                },
              ],
            },
          ],
        },
      ],
    })
  })

  test('coverage gaps and failed scanners are included', () => {
    const created = sarif(
      run([], { successful: false, gaps: [{ message: 'too large', path: 'a' }, { message: 'no data' }] }),
    )
    expect(complaints.sarif(created)).toEqual([])
    expect(created.runs[0]!.invocations[0]).toMatchObject({
      executionSuccessful: false,
      toolExecutionNotifications: [{ message: { text: 'too large' } }, { message: { text: 'no data' } }],
    })
  })
})

test('the document is valid for any findings', () => {
  const results = fc.array(
    fc.record({
      rule: fc.constantFrom(rule, { ...rule, id: 'r2', owasp: [] }),
      message: fc.string({ minLength: 1 }),
      severity: fc.constantFrom(...SARIF_SEVERITIES),
      place: fc.record({
        path: fc.string({ minLength: 1, unit: 'grapheme' }),
        startLine: fc.integer({ min: 1, max: 1e6 }),
        endLine: fc.integer({ min: 1, max: 1e6 }),
        snippet: fc.string(),
      }),
      fingerprint: fc.string({ minLength: 1 }),
      confidence: fc.double({ min: 0, max: 1, noNaN: true }),
      isNew: fc.boolean(),
    }),
    { maxLength: 10 },
  )
  fc.assert(
    fc.property(results, (drawn) => {
      expect(complaints.sarif(sarif(run(drawn)))).toEqual([])
    }),
    { numRuns: 60 },
  )
})
