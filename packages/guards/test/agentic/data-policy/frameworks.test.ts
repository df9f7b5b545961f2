import { describe, expect, test } from 'vitest'
import { compileDataPolicy } from '../../../src/agentic/data-policy/compile-policy.ts'
import { FRAMEWORKS, frameworkPolicy, withFramework } from '../../../src/agentic/data-policy/frameworks/all.ts'
import { run } from './run.ts'

describe.each(FRAMEWORKS)('$id', (framework) => {
  test('compiles without a model', () => {
    expect(() => compileDataPolicy(frameworkPolicy(framework), { hasModel: false })).not.toThrow()
  })

  const rules = framework.rules.map((shown) => ({ id: shown.rule.pattern_id, ...shown }))
  describe.each(rules)('$id', ({ rule, finds, leaves }) => {
    const alone = { sanitization_rules: [{ ...rule, action: 'redact' as const }] }
    test.each(finds)('redacts its target from %s', async (text, value) => {
      const verdict = await run(text, alone)
      expect(verdict.action).toBe('redact')
      expect(verdict.sanitized).not.toContain(value)
    })
    test.each(leaves)('leaves %s', async (text) => {
      expect(await run(text, alone)).toMatchObject({ action: 'pass' })
    })
  })

  describe.each(framework.plain)('$rule', ({ rule, finds, leaves }) => {
    const alone = { role_policies: [{ role: '*', action: framework.plainAction, output_rules: [rule] }] }
    test.each(finds)('redacts its target from %s', async (text, value) => {
      const verdict = await run(text, alone)
      expect(verdict.action).toBe('redact')
      expect(verdict.sanitized).not.toContain(value)
    })
    test.each(leaves)('leaves %s', async (text) => {
      expect(await run(text, alone)).toMatchObject({ action: 'pass' })
    })
  })
})

test('a rule set merges into a policy without duplicates, and preserves existing rules', () => {
  const [first] = FRAMEWORKS
  const { document } = compileDataPolicy(
    { sanitization_rules: [{ pattern_id: 'own', regex: 'x' }] },
    { hasModel: false },
  )
  const once = withFramework(document, first!)
  expect(withFramework(once, first!)).toEqual(once)
  expect(once.sanitization_rules.map(({ pattern_id: id }) => id)).toContain('own')
})
