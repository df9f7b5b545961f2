import { type RiskAttack, RiskLine } from '@gatehouse/contracts/reports'
import { describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { riskAnalyze } from '../../src/frameworks/risk-analyze.ts'
import { failed, obeyed, reportOf, withstood } from '../support/made-report.ts'

describe('an analysis of risk', () => {
  proves(['redteam:risk.lines'], 'has a line for each attack that succeeded, the gravest first', () => {
    const lines = [
      ...riskAnalyze(
        reportOf([
          obeyed('a', { attack: { severity: 'low' } }),
          obeyed('b', { attack: { severity: 'critical' } }),
          obeyed('b', { attack: { severity: 'critical' }, repeat: 1 }),
          withstood('c'),
          failed('d'),
        ]),
      ),
    ]
    for (const line of lines) expect(RiskLine.parse(line)).toEqual(line)
    expect(lines.map(({ attack, impactLevel }) => [attack, impactLevel])).toEqual([
      ['b', 'critical'],
      ['a', 'low'],
    ])
    expect(lines[0]).toMatchObject({
      category: 'tool_misuse',
      severity: 'critical',
      financialExposure: 'not estimated',
      likelihood: 'high',
    })
    expect(lines[0]!.likelihoodBasis).toMatch(/^3 of 4 judged attacks of the category succeeded.*30\.1 % to 95\.4 %/)
    expect(lines[0]!.remediationEstimate).toMatch(/^small: enable the suggested guard policy/)
    expect(lines[0]!.complianceRisk).toMatch(/^evidence against: EU AI Act Art. 15/)
    expect(lines[0]!.businessImpact).toMatch(/unauthorized actions/)
  })

  test('reports financial exposure with its formula only if the caller states a loss', () => {
    const report = reportOf([obeyed('a'), withstood('b')])
    const lossPerIncident = { high: { low: 1_000, high: 20_000, currency: 'EUR' } }
    const [line] = riskAnalyze(report, { lossPerIncident })
    expect(line!.financialExposure).toBe(
      '94.53 to 18109.38 EUR for each attempt: 1000 to 20000 EUR per incident as stated, times a success rate of 9.5 % to 90.5 %',
    )
    expect([...riskAnalyze(report, { lossPerIncident: {} })][0]!.financialExposure).toBe('not estimated')
  })

  test.each([
    [
      { category: 'ssrf', severity: 'high' },
      { impactLevel: 'high', likelihood: 'unknown' },
    ],
    [
      { category: 'ssrf', severity: 'high', verdict: 'partial' },
      { impactLevel: 'medium', likelihood: 'high' },
    ],
    [
      { category: 'ssrf', severity: 'high', verdict: 'defended' },
      { impactLevel: 'none', likelihood: 'none' },
    ],
    [
      { category: 'ssrf', severity: 'high', verdict: 'error' },
      { impactLevel: 'unknown', likelihood: 'unknown' },
    ],
    [{ category: 'ssrf', severity: 'info', verdict: 'vulnerable' }, { impactLevel: 'none' }],
    [
      { category: 'no_such', id: 'x' },
      { attack: 'x', severity: 'medium', complianceRisk: expect.stringMatching(/none of the frameworks/) },
    ],
    [
      { category: 'ssrf', description: 'Mine' },
      { attack: 'Mine', remediationEstimate: expect.stringMatching(/^large/) },
    ],
  ] as [RiskAttack, Partial<RiskLine>][])('accepts an attack without a report: %j', (attack, expected) => {
    const [line] = riskAnalyze([attack])
    expect(RiskLine.parse(line)).toEqual(line)
    expect(line).toMatchObject(expected)
  })

  test('generates lines on demand', () => {
    const attacks = Array.from({ length: 20_000 }, () => ({ category: 'ssrf', verdict: 'vulnerable' as const }))
    const lines = riskAnalyze(attacks)[Symbol.iterator]()
    expect(lines.next().done).toBe(false)
  })
})
