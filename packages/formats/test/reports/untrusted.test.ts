import { describe, expect, test } from 'vitest'
import { REPORT_FINDINGS_MAX } from '../../src/reports/index.ts'
import { read, sarif, TOKEN } from './made.ts'

describe('untrusted documents', () => {
  test.each([
    ['syntax error', '{"runs": [}', 'syntax error at line 1, column 11'],
    ['truncated document', '{"runs": [', 'the file ends too early'],
    ['XML', '<?xml version="1.0"?><bom/>', 'the file is XML or HTML'],
    ['unknown format', '{"a": 1}', 'the format was not recognized'],
    [
      'wrong type',
      '{"runs": [{"tool": {"driver": {"name": "x"}}, "results": {}}]}',
      'runs[0].results must be an array',
    ],
    [
      'missing tool',
      '{"runs": [{"tool": {}, "results": []}]}',
      'runs[0].tool.driver.name must be the name of the tool',
    ],
    ['wrong element', '{"runs": [7]}', 'runs[0] must be an object'],
    ['scalar', '"x"', 'the document must be an object or an array'],
  ])('%s', (_name, text, message) => {
    expect(() => read(text)).toThrow(message)
  })

  test('the error does not quote the document', () => {
    expect(() => read(`[{"Secret": "${TOKEN}" "x"}]`)).toThrow(/^(?!.*ghp_)/)
  })

  test('a declared format must match', () => {
    expect(() => read(sarif([]), 'trivy')).toThrow('the file is a report in the format sarif, not trivy')
  })

  test('nesting and number of findings are limited', () => {
    expect(() => read(`${'['.repeat(10_000)}${']'.repeat(10_000)}`)).toThrow('more than 100 nested levels')
    const many = Array.from({ length: REPORT_FINDINGS_MAX + 1 }, () => ({ ruleId: 'a' }))
    expect(() => read(sarif(many))).toThrow(`the limit is ${REPORT_FINDINGS_MAX}`)
  })

  test('names of prototypes are data', () => {
    const text =
      '{"runs": [{"tool": {"driver": {"name": "x"}}, "results": [{"ruleId": "__proto__", "__proto__": {"kind": "pass"}, "message": {"text": "m"}}]}]}'
    expect(read(text).findings[0]).toMatchObject({ ruleId: '__proto__', title: 'm' })
    expect(
      read({ runs: [{ tool: { driver: { name: 'x' } }, results: [{ level: 'constructor' }] }] }).findings[0]!.severity,
    ).toBe('MEDIUM')
    expect(({} as { kind?: string }).kind).toBeUndefined()
  })

  test('control characters and long texts are bounded', () => {
    const [finding] = read(sarif([{ ruleId: 'a', message: { text: `\u001b[31m\u0000${'x'.repeat(1e6)}` } }])).findings
    expect(finding!.title.length).toBeLessThanOrEqual(300)
    expect(finding!.description.length).toBeLessThanOrEqual(8_000)
    expect(finding!.title + finding!.description).not.toMatch(/[\u0000\u001b]/)
  })
})

test('an empty list needs its format', () => {
  expect(() => read([])).toThrow('the format was not recognized')
  expect(read([], 'gitleaks').findings).toEqual([])
  expect(read('null', 'trivy').findings).toEqual([])
})
