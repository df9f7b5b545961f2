import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Io } from '../../src/command.ts'
import { run } from '../../src/program.ts'

const RULE = `rules:
  - id: no-eval
    languages: [python]
    severity: ERROR
    message: $X is run as code. Read it as data.
    metadata: {cwe: CWE-95}
    pattern: eval($X)
`

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rules-cli-'))
  put('rules/no-eval.yaml', RULE)
  put('rules/no-eval.py', '# ruleid: no-eval\neval(x)\n# ok: no-eval\nprint(x)\n')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function put(path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), text)
}

async function gatehouse(...args: string[]) {
  let [out, err] = ['', '']
  const io: Io = {
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: folder },
    cwd: folder,
    stdin: (async function* () {})(),
    stdout: { write: (text) => (out += text) },
    stderr: { write: (text) => (err += text) },
    untilStopped: () => new Promise(() => undefined),
  }
  return { code: await run(args, io), out, err }
}

describe('gatehouse rules', () => {
  test('runs rules against the adjacent code', async () => {
    expect(await gatehouse('rules', 'test', 'rules')).toMatchObject({ code: 0, out: '1 test of 1 passed.\n' })
    put('rules/no-eval.py', '# ruleid: no-eval\nprint(x)\neval(y)\n# todoruleid: no-eval\nother(x)\n')
    const { code, out } = await gatehouse('rules', 'test', 'rules')
    expect(code).toBe(1)
    expect(out).toContain('no-eval: expected a finding at line 2\n')
    expect(out).toContain('no-eval: unexpected finding at line 3\n')
    expect(out).toContain('0 tests of 1 passed, 1 known miss.')
  })

  test('name unsupported rules', async () => {
    expect((await gatehouse('rules', 'validate', 'rules')).out).toBe('1 rule can run, 0 cannot.\n')
    put('rules/taint.yaml', RULE.replace('no-eval', 'flow').replace('    pattern:', '    mode: taint\n    pattern:'))
    const { code, out } = await gatehouse('rules', 'validate', 'rules')
    expect(code).toBe(1)
    expect(out).toContain('taint.yaml: flow does not run. Unknown key pattern.')
  })

  test('names a metavariable that no pattern has', async () => {
    put(
      'rules/slip.yaml',
      RULE.replace('no-eval', 'slip').replace(/pattern: .*/, 'pattern: eval($X)\n    fix: safe($Y)'),
    )
    const { code, out } = await gatehouse('rules', 'validate', 'rules')
    expect(code).toBe(0)
    expect(out).toContain('slip.yaml: slip references $Y, which none of its patterns binds.\n2 rules can run')
  })

  test('omit C headers, for which rules are not written, from the count', async () => {
    put(
      'rules/c.yaml',
      'rules:\n- {id: c-flow, mode: taint, languages: [c], severity: HIGH, message: m, pattern-sources: [{pattern: a()}], pattern-sinks: [{pattern: b(...)}]}\n',
    )
    expect(await gatehouse('rules', 'validate', 'rules/c.yaml')).toMatchObject({
      code: 0,
      out: '1 rule can run, 0 cannot.\n',
    })
  })

  test('names a language that a rule does not run in', async () => {
    put(
      'rules/two.yaml',
      RULE.replace('no-eval', 'two')
        .replace(/pattern: .*/, "pattern: 'eval($X) not in $Y'")
        .replace(/languages: .*/, 'languages: [go, python]'),
    )
    const { code, out } = await gatehouse('rules', 'validate', 'rules')
    expect(code).toBe(1)
    expect(out).toMatch(/two\.yaml: two does not run in go\. /)
    expect(out).toMatch(/2 rules can run \(1 only in some languages\), 0 cannot\.\n$/)
    expect((await gatehouse('rules', 'test', 'rules')).out).toMatch(/two\.yaml: two does not run in go\. /)
  })

  test('list rules, by default the built-in rules', async () => {
    expect((await gatehouse('rules', 'list', 'rules')).out).toMatch(
      /^no-eval +search +HIGH +70 % +CWE-95 +python\n1 rule\.\n$/,
    )
    expect(JSON.parse((await gatehouse('rules', 'list', '--json')).out)).toContainEqual(
      expect.objectContaining({
        id: 'python-command-injection-string-concatenation',
        languages: ['python'],
        mode: 'search',
      }),
    )
  })
})

describe('gatehouse scan --rules', () => {
  test('reports matches and honors suppression comments', async () => {
    put('app/a.py', 'eval(a)\neval(b)  # nosemgrep: no-eval\n# gatehouse:allow no-eval the text is ours\neval(c)\n')
    put('app/broken.py', 'eval(d)\ndef (((\n')
    const { code, out } = await gatehouse('scan', '--type', 'SAST_ONLY', '--rules', 'rules', '--format', 'json', 'app')
    const report = JSON.parse(out) as {
      findings: { ruleId: string; filePath: string; startLine: number; title: string; status: string }[]
      gaps: { reason: string; filePath: string }[]
    }
    expect(code).toBe(1)
    expect(
      report.findings.map((finding) => `${finding.status} ${finding.filePath}:${finding.startLine} ${finding.title}`),
    ).toEqual([
      'OPEN a.py:1 a is run as code.',
      'OPEN broken.py:1 d is run as code.',
      'ACCEPTED_RISK a.py:2 b is run as code.',
      'ACCEPTED_RISK a.py:4 c is run as code.',
    ])
    expect(report.gaps).toMatchObject([{ reason: 'unparsed', filePath: 'broken.py' }])
  })

  test('reports unsupported rules', async () => {
    put('rules/taint.yaml', RULE.replace('no-eval', 'flow').replace('    pattern:', '    mode: taint\n    pattern:'))
    put('app/a.py', 'x = 1\n')
    const { out } = await gatehouse('scan', '--type', 'SAST_ONLY', '--rules', 'rules', '--format', 'json', 'app')
    expect(out).toContain('The rule flow of')
    expect((await gatehouse('scan', '--type', 'SECRETS_ONLY', '--rules', 'rules')).err).toContain(
      '--rules requires --type FULL',
    )
  })

  test('measures rules against a list of cases', async () => {
    put('cases/one.py', 'eval(input())\n')
    put('cases/two/main.py', 'print(eval)\n')
    put('truth.csv', 'name,category,weak,cwe\none,code,true,95\ntwo,code,false,94\n')
    const scored = await gatehouse('rules', 'evaluate', 'cases', '--truth', 'truth.csv', '--rules', 'rules')
    expect(scored).toMatchObject({ code: 0, err: '' })
    expect(scored.out).toMatch(/^95 code +1\/1 +100\.0 % \(20\.7–100\.0\) +0\/0 /m)
    expect(scored.out).toMatch(/^all +1\/1 .* 0\/1 +0\.0 % .* 1\.00 \(/m)
    put('truth.csv', 'one,code,false,95\n')
    const wrong = await gatehouse('rules', 'evaluate', 'cases', '--truth', 'truth.csv', '--rules', 'rules', '--cases')
    expect(wrong.out).toContain('false positive  CWE-95 one\n')
    const { code, err } = await gatehouse('rules', 'evaluate', 'cases', '--truth', 'none.csv')
    expect(code).toBe(2)
    expect(err).toContain('File not found')
  })
})
