// Checks in another file than the guarded code. A comment `found` at the end of a line means that data from `source()` still reaches the
// sink on that line. It reaches no other sink. Each check is next to an ineffective one.
import { describe, expect, test } from 'vitest'
import { languageOf } from '../../src/languages/all.ts'
import { findings } from './found.ts'
import { PROGRAMS } from './check-programs.ts'

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

describe.each(Object.entries(PROGRAMS))('%s', async (_name, files) => {
  const [, [path, code]] = Object.entries(files) as [[string, string], [string, string]]
  const found = await findings(rule(languageOf(path)!.name, 'CWE-89'), files)
  const places = new Set(found.filter(({ sink }) => sink.filePath === path).map(({ sink }) => sink.place.line))
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
