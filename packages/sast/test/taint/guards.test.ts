// Values that are checked before a sink, in files of guards/. A comment `found` at the end of a line means that data from `source()` still
// reaches the sink on that line. It reaches no other sink. Files named `weak` contain ineffective checks, each next to an effective one. A
// number in a name is the CWE of the rule; the default is 89.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { languageOf } from '../../src/languages/all.ts'
import { findings } from './found.ts'

const FOLDER = join(import.meta.dirname, 'guards')

const rule = (language: string, cwe: string): string => `rules:
- id: r
  mode: taint
  languages: [${language}]
  severity: HIGH
  message: m
  metadata: { cwe: ${cwe} }
  pattern-sources: [{pattern: source()}]
  pattern-sinks: [{patterns: [{pattern: sink($X)}, {focus-metavariable: $X}]}]
`

describe.each(readdirSync(FOLDER).toSorted())('%s', async (file) => {
  // Test programs have another extension, so that they are not treated as project code.
  const name = file.replace(/\.txt$/, '')
  const code = readFileSync(join(FOLDER, file), 'utf8')
  const language = languageOf(name)!.name
  const cwe = /\.(\d+)\./.exec(name)?.[1] ?? '89'
  const places = new Set(
    (await findings(rule(language, `CWE-${cwe}`), { [name]: code })).map(({ sink }) => sink.place.line),
  )
  const rows = code
    .split('\n')
    .map((line, index) => ({ line: line.trim(), place: index + 1, isFound: /(?:\/\/|#) found$/.test(line) }))
    .filter(({ line }) => /\bsink\(/.test(line))

  test('lists reported and unreported sinks', () => {
    expect(rows.filter(({ isFound }) => isFound).length).toBeGreaterThan(0)
    expect(rows.filter(({ isFound }) => !isFound).length).toBeGreaterThan(0)
  })

  test.each(rows)('$place: $line', ({ place, isFound }) => {
    expect(places.has(place)).toBe(isFound)
  })
})

/** Guards that are enough for some rules and not for others. */
const ROWS: readonly (readonly [cwe: string, code: string, isFound: boolean])[] = [
  // Characters of a form are harmful for one rule and harmless for another.
  ['CWE-89', 'if (!/^[\\w.]+$/.test(x)) return; sink(x)', false],
  ['CWE-22', 'if (!/^[\\w.]+$/.test(x)) return; sink(x)', true],
  ['CWE-22', 'if (!/^[\\w-]+\\.pdf$/.test(x)) return; sink(x)', false],
  ['CWE-22', 'if (!/^[\\w-]+$/.test(x)) return; sink(x)', false],
  ['CWE-78', 'if (!/^[\\w ]+$/.test(x)) return; sink(x)', true],
  ['CWE-918', 'if (!/^[a-z.]+$/.test(x)) return; sink(x)', true],
  ['CWE-601', 'if (!/^\\/[a-z]+$/.test(x)) return; sink(x)', false],
  ['CWE-601', 'if (!/^\\/[a-z/]*$/.test(x)) return; sink(x)', true],
  ['CWE-89', 'if (!/^[a-z]+|[0-9]+$/.test(x)) return; sink(x)', true],
  ['CWE-89', 'if (!/^(?:[a-z]+|[0-9]+)$/.test(x)) return; sink(x)', false],
  ['CWE-89', 'if (!/^[^;]+$/.test(x)) return; sink(x)', true],
  ['CWE-89', 'if (!/^[a-z]+$/m.test(x)) return; sink(x)', true],
  ['CWE-89', 'if (!/^\\S+$/.test(x)) return; sink(x)', true],
  ['CWE-89', 'if (!/^[ -~]+$/.test(x)) return; sink(x)', true],
  ['CWE-79', 'if (!/^[\\w:.]+$/.test(x)) return; sink(x)', false],
  ['CWE-79', 'if (!/^[\\w:%]+$/.test(x)) return; sink(x)', true],
  ['CWE-1321', 'if (!/^\\w+$/.test(x)) return; sink(x)', true],
  // Methods of every object are no library functions.
  ['CWE-89', "toString(x, 'a'); constructor(x, 'b'); sink(x)", true],
  // The host of an address.
  ['CWE-918', "const u = new URL(x); if (u.host !== 'a.example') return; sink(u.href)", false],
  ['CWE-918', "const u = new URL(x); if (u.hostname !== 'a.example') return; sink(x)", false],
  ['CWE-918', "const { hostname } = new URL(x); if (!['a.example'].includes(hostname)) return; sink(x)", false],
  ['CWE-918', "const u = new URL(x); if (!u.hostname.endsWith('.a.example')) return; sink(u)", false],
  ['CWE-918', "const u = new URL(x); if (!u.hostname.endsWith('a.example')) return; sink(u)", true],
  ['CWE-918', "const u = new URL(x); if (u.protocol !== 'https:') return; sink(u)", true],
  ['CWE-918', "if (!x.startsWith('https://a.example')) return; sink(x)", true],
  ['CWE-89', "const u = new URL(x); if (u.host !== 'a.example') return; sink(u.href)", true],
  // Within a folder.
  ['CWE-22', 'const p = path.resolve(ROOT, x); if (!p.startsWith(ROOT + path.sep)) return; sink(p)', false],
  ['CWE-22', "const p = path.resolve(ROOT, x); if (!p.startsWith('/srv/a')) return; sink(p)", true],
  ['CWE-22', 'const p = ROOT + x; if (!p.startsWith(ROOT + path.sep)) return; sink(p)', true],
  ['CWE-78', 'const p = path.resolve(ROOT, x); if (!p.startsWith(ROOT + path.sep)) return; sink(p)', true],
  ['CWE-601', 'if (!/^\\/[a-z][a-z/]*$/.test(x)) return; sink(x)', false],
  ['CWE-601', 'if (!/^\\/\\w[\\w/]*$/.test(x)) return; sink(x)', false],
  ['CWE-601', 'if (!/^\\/[a-z]?[a-z/]*$/.test(x)) return; sink(x)', true],
  ['CWE-601', 'if (!/^\\/[/a-z][a-z/]*$/.test(x)) return; sink(x)', true],
  ['CWE-601', 'if (!/^(?:\\/[a-z]|x)[a-z/:]*$/.test(x)) return; sink(x)', true],
  // Types.
  ['CWE-943', "if (typeof x !== 'string') return; sink(x)", false],
  ['CWE-89', "if (typeof x !== 'string') return; sink(x)", true],
  // A secret is still a secret if it is an element of a list named as an allowlist.
  ['CWE-532', 'if (!config.allowedTokens.includes(x)) return; sink(x)', true],
  ['CWE-89', 'if (!config.allowedNames.includes(x)) return; sink(x)', false],
  ['CWE-89', 'if (!config.blockedNames.includes(x)) sink(x)', true],
  ['CWE-89', 'if (seen.has(x)) sink(x)', true],
]

describe('sanitizing guards by CWE', () => {
  test.each(ROWS)('%s: %s: %s', async (cwe, code, isFound) => {
    const text = `function f() { const x = source(); ${code} }\n`
    const found = await findings(rule('javascript', cwe), { 'a.js': text })
    expect(found.length > 0).toBe(isFound)
  })
})

test('a string literal in a guard is an allowlist even when rules with string sources run', async () => {
  const rules = `${rule('javascript', 'CWE-22')}- id: key
  mode: taint
  languages: [javascript]
  severity: HIGH
  message: m
  metadata: { cwe: CWE-321 }
  pattern-sources: [{pattern: '"..."'}]
  pattern-sinks: [{patterns: [{pattern: sign($X)}, {focus-metavariable: $X}]}]
`
  const code = (root: string): string =>
    `function f(o) { const p = path.resolve('/a', source()); if (!p.startsWith(${root})) return; sink(p) }\n`
  expect(await findings(rules, { 'a.js': code("'/a/'") })).toEqual([])
  expect(await findings(rules, { 'a.js': code("source() + '/'") })).toHaveLength(1)
})
