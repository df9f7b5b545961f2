import { describe, expect, test } from 'vitest'
import { startEffort } from '@gatehouse/testkit'
import { payloadRules } from '../../../src/detectors/payload/all-rules.ts'
import { CHARS_PER_REJECTED, compileRules, REJECTED_BASE_MAX } from '../../../src/detectors/rules/compile-rules.ts'
import type { PatternRule } from '../../../src/detectors/rules/pattern-rule.ts'
import { rx } from '../../../src/detectors/rules/pattern-rule.ts'

const FLOOD_CHARS = 100_000

/** Time limit with slack for a busy machine: a quadratic scan of this text takes minutes. */
const FLOOD_MS_MAX = 4_000

const all = compileRules(payloadRules)

function flood(unit: string, chars: number): string {
  return unit.repeat(Math.ceil(chars / unit.length)).slice(0, chars)
}

/** Returns the anchors alone, their examples truncated before a match, and texts with overlapping look-behind windows. */
function units(rule: PatternRule): readonly string[] {
  const cut = rule.flags.map((text) => text.slice(0, Math.max(1, Math.floor(text.length * 0.8))))
  return [...rule.anchors.slice(0, 3), ...cut]
}

describe('the rule scanner stays linear', () => {
  test('counts at most twice the steps for twice the text, for any flood', () => {
    for (const rule of payloadRules) {
      const scanner = compileRules([rule])
      for (const unit of units(rule)) {
        const small = scanner.scan(flood(unit, 8_000)).steps
        const large = scanner.scan(flood(unit, 16_000)).steps
        expect([rule.id, unit, large <= 2.2 * small + 2_000]).toEqual([rule.id, unit, true])
      }
    }
  })

  test('offers no character to a rule twice', () => {
    for (const rule of payloadRules) {
      const text = flood(rule.anchors[0]!, 20_000)
      const { steps } = compileRules([rule]).scan(text)
      expect([rule.id, steps <= 3 * text.length]).toEqual([rule.id, true])
    }
  })

  test('reads 100 KB of any anchor or of any half-finished payload in bounded time', () => {
    const slow: unknown[] = []
    for (const rule of payloadRules) {
      for (const unit of units(rule)) {
        const text = flood(unit, FLOOD_CHARS)
        const effort_ms = startEffort()
        all.scan(text)
        const took_ms = effort_ms()
        if (took_ms > 3 * FLOOD_MS_MAX) slow.push([rule.id, unit, Math.round(took_ms)])
      }
    }
    expect(slow).toEqual([])
  }, 300_000)
})

describe('the budget of a rule', () => {
  const fussy: PatternRule = {
    id: 'fussy',
    category: 'test',
    cwe: 'CWE-20',
    severity: 'low',
    title: 'Never satisfied until the end',
    anchors: ['ab'],
    find: rx`ab`,
    verify: (match, text) => text.startsWith('ab!', match.index),
    flags: ['ab!', 'xab!'],
    ignores: ['ab', 'abc'],
  }
  const scanner = compileRules([fussy])
  const budget = (chars: number): number => REJECTED_BASE_MAX + Math.floor(chars / CHARS_PER_REJECTED)

  test('reaches over a flood that it can afford', () => {
    const text = `${'ab'.repeat(400)}ab!`
    expect(scanner.scan(text)).toMatchObject({ hits: [{ start: 800 }], capped: [] })
  })

  test('is reported when exhausted', () => {
    const text = `${'ab'.repeat(5_000)}ab!`
    expect(scanner.scan(text)).toMatchObject({ hits: [], capped: [{ rule: 'fussy', reason: 'work' }] })
    expect(budget(text.length)).toBeLessThan(5_000)
  })

  test('is reported when findings exceed the limit', () => {
    expect(scanner.scan('ab! '.repeat(100)).capped).toEqual([{ rule: 'fussy', reason: 'matches' }])
  })

  test('is reset for the next text', () => {
    scanner.scan('ab'.repeat(9_000))
    expect(scanner.scan('ab!').hits).toHaveLength(1)
  })
})

test('a rule that throws leaves no state for the next text', () => {
  const rule: PatternRule = {
    id: 'brittle',
    category: 'test',
    cwe: 'CWE-20',
    severity: 'low',
    title: 'Throws at a mark',
    anchors: ['ab'],
    find: rx`ab`,
    verify(match, text) {
      if (text.startsWith('ab!', match.index)) throw new Error('brittle')
      return true
    },
    flags: ['ab', 'xab'],
    ignores: ['a', 'b'],
  }
  const scanner = compileRules([rule])
  expect(() => scanner.scan(`${'.'.repeat(900)}ab ab!`)).toThrow('brittle')
  expect(scanner.scan('ab').hits).toHaveLength(1)
})
