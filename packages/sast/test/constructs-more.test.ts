import { describe, expect, test } from 'vitest'
import { matches } from './matches.ts'
import { BASH } from './rows/bash.ts'
import { C } from './rows/c.ts'
import { CPP } from './rows/cpp.ts'
import { KOTLIN } from './rows/kotlin.ts'
import { RUBY } from './rows/ruby.ts'
import { RUST } from './rows/rust.ts'

describe.each([
  ['rb', RUBY],
  ['c', C],
  ['cpp', CPP],
  ['rs', RUST],
  ['sh', BASH],
  ['kt', KOTLIN],
] as const)('%s', (extension, rows) => {
  test.each(rows)('%s in %s', async (pattern, code, expected) => {
    expect(await matches(extension, pattern, code)).toEqual(expected)
  })
})

test.each([
  ['rb', 'def ('],
  ['c', 'int $F(...) {'],
  ['rs', 'fn fn'],
  ['sh', 'if ...; fi'],
  ['kt', 'fun (('],
])('a pattern with invalid syntax is rejected: %s %s', async (extension, pattern) => {
  await expect(matches(extension, pattern, '')).rejects.toThrow('in a pattern:')
})
