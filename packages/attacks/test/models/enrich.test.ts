import type { RiskLine } from '@gatehouse/contracts/reports'
import { type ScriptedAnswer, startScriptedModel } from '@gatehouse/testkit/model'
import { describe, expect, onTestFinished, test } from 'vitest'
import { owaspAnalyze } from '../../src/frameworks/owasp-analyze.ts'
import { riskAnalyze } from '../../src/frameworks/risk-analyze.ts'
import { enrichOwasp, enrichRisk } from '../../src/models/enrich.ts'
import { obeyed, reportOf, withstood } from '../support/made-report.ts'
import { modelOf } from './scripted.ts'

const report = reportOf([obeyed('one'), obeyed('two'), withstood('three')])
const plain = [...owaspAnalyze(report)]
const signal = new AbortController().signal

const speaking = async (words: ScriptedAnswer | ((at: number) => ScriptedAnswer)) => {
  const server = await startScriptedModel((_, at) => (typeof words === 'function' ? words(at) : words))
  onTestFinished(() => server.close())
  return { server, options: { model: modelOf(server), signal } }
}
const said = (words: string): string => JSON.stringify({ words })
const all = async <Line>(lines: AsyncIterable<Line>): Promise<readonly Line[]> => Array.fromAsync(lines)

describe('words of a model in an analysis', () => {
  test('follow the counted results, only in lines with findings, and change no other field', async () => {
    const { server, options } = await speaking(said('Begin with the tools that\nwrite.'))
    const lines = await all(enrichOwasp(plain, options))
    expect(lines.map((line) => ({ ...line, summary: '' }))).toEqual(plain.map((line) => ({ ...line, summary: '' })))
    const changed = lines.filter(({ summary }, at) => summary !== plain[at]?.summary)
    expect(changed.length).toBeGreaterThan(0)
    for (const line of changed) {
      expect(line.vulnerabilitiesFound).toBeGreaterThan(0)
      expect(line.summary).toMatch(/^2 of 3 .*\. In the words of a model: Begin with the tools that write\.$/)
    }
    expect(server.requests).toHaveLength(changed.length)
  })

  test.each([
    ['figures of their own', said('That will cost 40000 in the first year.')],
    ['a claim that no attack can show', said('You are compliant now.')],
    ['a link', said('Read https://evil.test now.')],
    ['markup', said('<b>All is well.</b>')],
    ['no JSON', 'All is well.'],
    ['an error', { status: 500 }],
    ['a refusal', { refusal: 'No.' }],
  ])('are omitted if invalid: %s', async (_, answer) => {
    const { options } = await speaking(answer)
    expect(await all(enrichOwasp(plain, options))).toEqual(plain)
  })

  test('are requested a single time for identical risks', async () => {
    const { server, options } = await speaking(said('People lose trust.'))
    const risks = [...riskAnalyze(report)]
    const lines = await all(enrichRisk(risks, options))
    expect(lines).toHaveLength(2)
    expect(
      lines.every(({ businessImpact }) => businessImpact.endsWith('In the words of a model: People lose trust.')),
    ).toBe(true)
    const figures = ({ impactLevel, likelihood, financialExposure }: RiskLine) => [
      impactLevel,
      likelihood,
      financialExposure,
    ]
    expect(lines.map(figures)).toEqual(risks.map(figures))
    expect(server.requests).toHaveLength(1)
  })

  test('are generated line by line and only on demand', async () => {
    const { server, options } = await speaking(said('People lose trust.'))
    let made = 0
    const many = function* () {
      for (let at = 0; at < 1_000; at += 1) {
        made += 1
        yield { ...plain.find(({ vulnerabilitiesFound }) => vulnerabilitiesFound > 0)!, code: String(at) }
      }
    }
    const lines = enrichOwasp(many(), options)
    await lines.next()
    await lines.return(undefined)
    expect(made).toBeLessThan(10)
    expect(server.requests.length).toBeLessThan(10)
  })

  test('end when the budget is spent', async () => {
    const { server, options } = await speaking(said('People lose trust.'))
    expect(await all(enrichOwasp(plain, { ...options, maxTokens: 10 }))).toEqual(plain)
    expect(server.requests).toHaveLength(0)
  })
})
