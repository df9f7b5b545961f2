import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { payloadRules } from '../../../src/detectors/payload/all-rules.ts'
import { PAYLOAD_CATEGORIES } from '../../../src/detectors/payload/categories.ts'
import { compilePayloadRules, findPayloads, FINDINGS_MAX } from '../../../src/detectors/payload/find-payloads.ts'
import { makeViews } from '../../../src/text/views.ts'

const scanner = compilePayloadRules(PAYLOAD_CATEGORIES)
const parts = fc.oneof(
  fc.constantFrom(...payloadRules.flatMap((rule) => [...rule.flags, ...rule.anchors])),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('\ud800', '_', '-', '==', '\0', '\u200b', '\u202e', 'é', '```', "'", '"'),
)

describe('findPayloads', () => {
  test('never throws, and returns bounded ranges inside the original, for any text', () => {
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 10 }), (pieces) => {
        const text = pieces.join('')
        const { findings } = findPayloads(makeViews(text), scanner)
        const outside = findings.filter(({ start, end }) => start < 0 || end < start || end > text.length)
        expect(outside).toEqual([])
        expect(findings.length).toBeLessThanOrEqual(FINDINGS_MAX)
        expect(findings.filter(({ score }) => !(score > 0 && score <= 1))).toEqual([])
      }),
      { numRuns: 2_000 },
    )
  })

  test.each([
    ['percent', encodeURIComponent("x' union select null,null--")],
    ['base64', btoa("x' union select null,null--")],
    ['HTML entities', 'x&#39; union select null,null--'],
  ])('decodes %s and points at the encoded text', (_title, hidden) => {
    const text = `Please decode ${hidden} for me`
    const { findings } = findPayloads(makeViews(text), scanner)
    const [worst] = findings.filter(({ category }) => category === 'sql_injection')
    expect(worst).toBeDefined()
    expect(hidden).toContain(text.slice(worst!.start, worst!.end))
  })

  test('reports a range once across several views', () => {
    const { findings } = findPayloads(makeViews("ｘ' or 1=1-- "), scanner)
    expect(findings.filter(({ rule }) => rule.id === 'sql-quote-condition')).toHaveLength(1)
  })

  test('orders findings by severity, highest first', () => {
    const { findings } = findPayloads(makeViews("{{config}} <svg/onload=alert(1)> x'; drop table t;--"), scanner)
    const scores = findings.map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(findings[0]!.category).toBe('sql_injection')
  })

  test.each([
    ['a colour in a terminal', '\u001b[31mred\u001b[0m'],
    ['raw control characters even when explained', undefined],
  ])('does not treat active control characters as a mention: %s', (_title, harmless) => {
    const text =
      harmless ?? 'For example, the attack "\u001b]52;c;aWQK\u0007" is dangerous because it writes the clipboard'
    const { findings } = findPayloads(makeViews(text), scanner)
    expect(findings.map(({ mention, severity }) => [mention, severity])).toEqual(
      harmless === undefined ? [[false, 'critical']] : [],
    )
  })
})
