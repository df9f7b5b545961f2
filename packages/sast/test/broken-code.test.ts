import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LANGUAGES, languageOf } from '../src/languages/all.ts'
import type { Language } from '../src/languages/language.ts'
import { compilePattern } from '../src/match/compile.ts'
import { findPattern } from '../src/match/find.ts'
import { DEFAULT_OPTIONS, Source } from '../src/match/source.ts'
import { vocabularyOf } from '../src/match/view.ts'
import { type Grammar, loadGrammar } from '../src/tree/grammar.ts'
import { parseText } from '../src/tree/parse.ts'
import { BASH } from './rows/bash.ts'
import { C } from './rows/c.ts'
import { CPP } from './rows/cpp.ts'
import { KOTLIN } from './rows/kotlin.ts'
import type { Row } from './rows/row.ts'
import { RUBY } from './rows/ruby.ts'
import { RUST } from './rows/rust.ts'

const PIECES = [
  '(',
  ')',
  '{',
  '}',
  '[',
  ']',
  '"',
  "'",
  '`',
  '\\',
  '\n',
  '#',
  '/*',
  '$(',
  '<<',
  '::',
  ';',
  '\0',
  '😀',
  ' ',
]

/** Returns code with deleted and inserted pieces. */
function broken(codes: readonly string[]): fc.Arbitrary<string> {
  const edit = fc.record({ at: fc.nat(999), cut: fc.nat(9), piece: fc.constantFrom('', ...PIECES) })
  return fc
    .record({ code: fc.constantFrom(...codes), edits: fc.array(edit, { minLength: 1, maxLength: 6 }) })
    .map(({ code, edits }) =>
      edits.reduce((text, { at, cut, piece }) => {
        const place = at % (text.length + 1)
        return text.slice(0, place) + piece + text.slice(place + cut)
      }, code),
    )
}

const TABLES: readonly (readonly [string, readonly Row[]])[] = [
  ['rb', RUBY],
  ['c', C],
  ['cpp', CPP],
  ['rs', RUST],
  ['sh', BASH],
  ['kt', KOTLIN],
]

describe.each(TABLES)('broken code of %s', (extension, rows) => {
  test('is searched, and findings lie within the file', async () => {
    const language = languageOf(`a.${extension}`)!
    const grammar = await loadGrammar(language.grammar)
    const patterns = rows.map(([pattern]) => compilePattern(pattern, language, grammar))
    const comments = new Set(language.comments)
    fc.assert(
      fc.property(broken(rows.map(([, code]) => code)), (code) => {
        const parsed = parseText(code, grammar, comments)!
        const source = new Source(parsed.tree, vocabularyOf(language, grammar.kinds))
        for (const pattern of patterns) {
          for (const { start, end } of findPattern(pattern, source, DEFAULT_OPTIONS)) {
            expect(start).toBeGreaterThanOrEqual(0)
            expect(end).toBeGreaterThan(start)
            expect(end).toBeLessThanOrEqual(code.length)
          }
        }
      }),
      { numRuns: 150 },
    )
  })
})

test.each(LANGUAGES)('invalid patterns of $name are rejected or parsed without other errors', async (language) => {
  const grammar = await loadGrammar(language.grammar)
  const words = ['$X', '...', '$...A', '<...', '...>', 'f', 'if', 'class', 'def', '=', ...PIECES]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...words), { maxLength: 8 }), (parts) => {
      expect(refusalOf(parts.join(' '), language, grammar)).toMatch(/^$|in a pattern:/)
    }),
    { numRuns: 60 },
  )
})

/** Returns why a pattern is rejected; nothing for a valid pattern. */
function refusalOf(pattern: string, language: Language, grammar: Grammar): string {
  try {
    compilePattern(pattern, language, grammar)
    return ''
  } catch (thrown) {
    return String(thrown)
  }
}
