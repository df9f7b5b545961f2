import { describe, expect, test } from 'vitest'
import { at, read, rule, sarif, TOKEN } from './made.ts'

const HOME = 'home'

describe('sarif', () => {
  test('rule, severity, weakness and location', () => {
    const message = { text: 'This query depends on a [user-provided value](1).' }
    const report = read(sarif([{ ruleIndex: 0, ruleId: rule.id, message, ...at('src/db.py') }]))
    expect(report).toMatchObject({ format: 'sarif', tool: 'CodeQL', toolVersion: '2.19.3', skipped: 0 })
    expect(report.findings).toEqual([
      expect.objectContaining({
        subject: 'code',
        ruleId: 'py/sql-injection',
        severity: 'HIGH',
        title: 'SQL query built from user-controlled sources',
        description: 'This query depends on a user-provided value.',
        cweId: 'CWE-89',
        filePath: 'src/db.py',
        startLine: 7,
        endLine: 7,
        startColumn: 3,
        endColumn: 8,
        confidence: 0.9,
      }),
    ])
  })

  test.each([
    ['passed check', { kind: 'pass' }],
    ['fixed result', { baselineState: 'absent' }],
    ['suppressed result', { suppressions: [{ kind: 'inSource' }] }],
  ])('a %s is no finding', (_name, fields) => {
    expect(read(sarif([{ ruleId: 'a', message: { text: 'x' }, ...fields }]))).toMatchObject({
      findings: [],
      skipped: 1,
    })
  })

  test('a rejected suppression leaves the finding', () => {
    const suppressions = [{ kind: 'external', status: 'rejected' }]
    expect(read(sarif([{ ruleId: 'a', message: { text: 'x' }, suppressions }])).findings).toHaveLength(1)
  })

  test('messages with arguments, levels, and rules of extensions', () => {
    const extension = { name: 'pack', rules: [{ id: 'E1', messageStrings: { m: { text: 'Use of {0} in {1}.' } } }] }
    const result = {
      rule: { index: 0, toolComponent: { index: 0 } },
      message: { id: 'm', arguments: ['eval', 'run'] },
      level: 'note',
    }
    const run = { tool: { driver: { name: 'X' }, extensions: [extension] }, results: [result] }
    expect(read({ version: '2.1.0', runs: [run] }).findings[0]).toMatchObject({
      ruleId: 'E1',
      title: 'Use of eval in run',
      severity: 'LOW',
      filePath: '',
    })
  })

  test.each([
    ['src/a%20b.js', 'src/a b.js', undefined],
    [String.raw`src\win\a.cs`, 'src/win/a.cs', undefined],
    ['./src/../lib/a.js', 'lib/a.js', undefined],
    [`file:///${HOME}/runner/work/shop/shop/src/a.js`, 'src/a.js', undefined],
    ['/builds/group/shop/src/a.js', 'src/a.js', undefined],
    ['../../etc/passwd', '', '../../etc/passwd'],
    ['src/%2e%2e/%2e%2e/etc/passwd', '', 'src/../../etc/passwd'],
    ['file:///etc/passwd', '', '/etc/passwd'],
    ['C:/shop/a.js', '', 'C:/shop/a.js'],
    ['https://evil.example/a.js', '', 'https://evil.example/a.js'],
  ])('path %s', (uri, filePath, outsidePath) => {
    const [finding] = read(sarif([{ ruleId: 'a', message: { text: 'x' }, ...at(uri) }])).findings
    expect([finding!.filePath, finding!.outsidePath]).toEqual([filePath, outsidePath])
  })

  test('a base folder of the log', () => {
    const run = { originalUriBaseIds: { '%SRCROOT%': { uri: 'file:///srv/ann/shop/' } } }
    const [finding] = read(
      sarif([{ ruleId: 'a', message: { text: 'x' }, ...at('file:///srv/ann/shop/a.js') }], run),
    ).findings
    expect(finding!.filePath).toBe('a.js')
  })

  test('a result of a secret scanner has no snippet', () => {
    const region = { startLine: 1, snippet: { text: `token = "${TOKEN}"` } }
    const log = sarif([{ ruleId: 'github-pat', message: { text: 'GitHub token' }, ...at('a.py', region) }], {
      tool: { driver: { name: 'gitleaks' } },
    })
    expect(JSON.stringify(read(log))).not.toContain(TOKEN)
    expect(read(log).findings[0]).toMatchObject({ subject: 'secret' })
  })
})
