import { describe, expect, test } from 'vitest'
import { payloadRules } from '../../../src/detectors/payload/all-rules.ts'
import { compileRules } from '../../../src/detectors/rules/compile-rules.ts'
import { rx, type PatternRule } from '../../../src/detectors/rules/pattern-rule.ts'

const rule: PatternRule = {
  id: 'key-order',
  category: 'test',
  cwe: 'CWE-1',
  severity: 'low',
  title: 'Order to send a key',
  anchors: ['key'],
  before: 16,
  after: 16,
  find: rx`send[^\n]{0,12}key`,
  flags: [],
  ignores: [],
}

const starts = (rules: readonly PatternRule[], text: string) =>
  compileRules(rules)
    .scan(text)
    .hits.map((hit) => [hit.rule.id, hit.start])

const gap = ' and so on'.repeat(20)

describe('a rule with other literals', () => {
  const ordered: PatternRule = { ...rule, also: ['send'] }

  test.each([
    ['finds what holds one', 'please send the key', [['key-order', 7]]],
    [
      'finds each of several',
      `send a key${gap}send b key${gap}key`,
      [
        ['key-order', 0],
        ['key-order', 210],
      ],
    ],
    ['finds one behind a window without', `key${gap}send a key`, [['key-order', 203]]],
    ['finds one before a window without', `send a key${gap}key`, [['key-order', 0]]],
    ['finds nothing without', `key${gap}key`, []],
  ])('%s', (_title, text, expected) => {
    expect(starts([ordered], text)).toEqual(expected)
    expect(starts([ordered], text)).toEqual(starts([rule], text))
  })

  test('runs no regex without its literals, and keeps none from an earlier text', () => {
    const scanner = compileRules([ordered])
    expect(scanner.scan('send a key').steps).toBeGreaterThan(0)
    expect(scanner.scan(`key${gap}key`).steps).toBe(0)
  })
})

describe('a rule with a glance', () => {
  const glancing: PatternRule = { ...rule, glance: (text, start) => text.charAt(start - 1) === ' ' }

  test('runs no regex for an anchor that it clears', () => {
    expect(compileRules([glancing]).scan('send the monkey').steps).toBe(0)
    expect(starts([glancing], 'send the key')).toEqual([['key-order', 0]])
  })
})

test('prefilters and extra literals lose no match of a rule', () => {
  for (const payloadRule of payloadRules.filter((each) => each.glance !== undefined || each.also !== undefined)) {
    const { glance: _glance, also: _also, ...plain } = payloadRule
    for (const text of [...payloadRule.flags, ...payloadRule.ignores]) {
      for (const around of ['', 'Hello there, ', 'x', '1', ' http://www.example.com/ ', 'image ']) {
        const whole = `${around}${text}${around}`
        expect([payloadRule.id, whole, starts([payloadRule], whole)]).toEqual([
          payloadRule.id,
          whole,
          starts([plain], whole),
        ])
      }
    }
  }
})
