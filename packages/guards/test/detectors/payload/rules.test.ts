import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { payloadRules } from '../../../src/detectors/payload/all-rules.ts'
import { PAYLOAD_CATEGORIES } from '../../../src/detectors/payload/categories.ts'
import type { PayloadRule } from '../../../src/detectors/payload/categories.ts'
import { compileRules } from '../../../src/detectors/rules/compile-rules.ts'

/** Returns the expected result of the scan: the regex on the whole text, without anchors, windows or merging. */
function reference(rule: PayloadRule, text: string): readonly string[] {
  const find = new RegExp(rule.find.source, `${rule.find.flags.replaceAll(/[gy]/g, '')}g`)
  const found: string[] = []
  for (let match = find.exec(text); match !== null; match = find.exec(text)) {
    if (Number(rule.verify?.(match, text) ?? 1) > 0) {
      found.push(`${match.index}-${match.index + match[0].length}`)
      find.lastIndex = Math.max(match.index + match[0].length, match.index + 1)
    } else {
      find.lastIndex = match.index + 1
    }
  }
  return found
}

const scanners = new Map(payloadRules.map((rule) => [rule, compileRules([rule])] as const))

function anchored(rule: PayloadRule, text: string): readonly string[] {
  return scanners
    .get(rule)!
    .scan(text)
    .hits.map((hit) => `${hit.start}-${hit.end}`)
}

const everyExample = payloadRules.flatMap((rule) => [...rule.flags, ...rule.ignores])
const pieces = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...everyExample) },
  { weight: 2, arbitrary: fc.constantFrom(...payloadRules.flatMap((rule) => rule.anchors)) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(' ', '\n', ' and then ', '; ', "'", '"', ')', 'a'.repeat(90), ' '.repeat(300)),
  },
)

describe('the payload rules', () => {
  test('have ids of their own, and every category has rules', () => {
    expect(new Set(payloadRules.map((rule) => rule.id)).size).toBe(payloadRules.length)
    expect(new Set(payloadRules.map((rule) => rule.category))).toEqual(new Set(PAYLOAD_CATEGORIES))
  })

  describe.each(payloadRules.map((rule) => [rule.id, rule] as const))('%s', (_id, rule) => {
    test('has at least two texts that it flags and two that it ignores, and treats them so', () => {
      expect(rule.flags.length).toBeGreaterThanOrEqual(2)
      expect(rule.ignores.length).toBeGreaterThanOrEqual(2)
      expect(rule.flags.filter((text) => anchored(rule, text).length === 0)).toEqual([])
      expect(rule.ignores.filter((text) => anchored(rule, text).length > 0)).toEqual([])
    })

    test('matches with its anchors the same as its regex alone, in every example of every rule', () => {
      for (const text of everyExample) expect([text, anchored(rule, text)]).toEqual([text, reference(rule, text)])
    })

    test('has no unbounded quantifier', () => {
      const bare = rule.find.source.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]/g, 'x')
      expect(bare).not.toMatch(/[*+]|\{\d+,\}/)
    })
  })

  test('agree with their unanchored selves on random concatenations', () => {
    fc.assert(
      fc.property(
        fc.array(pieces, { minLength: 2, maxLength: 12 }),
        fc.constantFrom(...payloadRules),
        (parts, rule) => {
          const text = parts.join('')
          expect([rule.id, anchored(rule, text)]).toEqual([rule.id, reference(rule, text)])
        },
      ),
      { numRuns: 4_000 },
    )
  })

  test('find the same together as individually', () => {
    const all = compileRules(payloadRules)
    const text = everyExample.join('\n\n')
    const together = all.scan(text).hits.map((hit) => `${hit.rule.id} ${hit.start}-${hit.end}`)
    const single = payloadRules.flatMap((rule) => anchored(rule, text).map((range) => `${rule.id} ${range}`))
    expect(together.toSorted()).toEqual(single.toSorted())
  })
})
