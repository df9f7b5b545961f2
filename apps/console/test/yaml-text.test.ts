import { describe, expect, test } from 'vitest'
import { readYaml, withChange } from '../src/pages/guard/parts/yaml-text.ts'
import { readPolicy } from '../src/pages/guard/policies/policy-text.ts'

describe('a path in a YAML text', () => {
  test('is changed, created or removed, and comments are preserved', () => {
    const text = '# why\nrate:\n  limit: 5 # not more\nname: a\n'
    expect(withChange(text, ['rate', 'limit'], 7)).toBe('# why\nrate:\n  limit: 7 # not more\nname: a\n')
    expect(withChange(text, ['approval', 'required'], true)).toBe(`${text}approval:\n  required: true\n`)
    expect(withChange(text, ['rate', 'limit'], undefined)).toBe('name: a\n')
    expect(withChange('tools: # these alone\n  - a\nname: b # its name\n', ['name'], undefined)).toContain(
      '# these alone',
    )
  })

  test('is changed without effect on aliases of the same node', () => {
    const text = 'first: &x\n  a: 1\n  b: 2\nsecond: *x\n'
    const changed = readYaml(withChange(text, ['second', 'a'], 3))
    expect(changed).toMatchObject({ broken: [], value: { first: { a: 1, b: 2 }, second: { a: 3, b: 2 } } })
    expect(readYaml(withChange(text, ['first', 'b'], 9)).value).toEqual({
      first: { a: 1, b: 9 },
      second: { a: 1, b: 2 },
    })
    expect(readYaml(withChange(text, ['first'], undefined)).value).toEqual({ second: { a: 1, b: 2 } })
  })
})

test('a policy reports syntax errors, unknown names and wrong types with their line', () => {
  const report = (text: string) => readPolicy(text).broken.map(({ line, message }) => `${line}: ${message}`)
  expect(report('mode: enforce\ninput_guardrails:\n  a: { enabled: true }\n')).toEqual([])
  expect(report('- a\n')).toEqual(['0: The document must be a YAML mapping.'])
  expect(report('mode: monitor\nguards: {}\noutput_guardrails: [a]\n')).toEqual([
    '2: Unknown policy section “guards”.',
    '3: “output_guardrails” must be a mapping of guard names.',
  ])
  expect(report('mode: "x\n')[0]).toMatch(/^\d+: /)
  expect(readPolicy('mode: enforce\ninput_guardrails:\n  a:\n    action: x\n').lineOf(['input_guardrails', 'a'])).toBe(
    3,
  )
})
