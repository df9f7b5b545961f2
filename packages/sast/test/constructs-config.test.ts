import { describe, expect, test } from 'vitest'
import { matches } from './matches.ts'
import { DOCKERFILE, JSON_ROWS, YAML } from './rows/config.ts'
import type { Row } from './rows/row.ts'

const LANGUAGES: readonly (readonly [string, readonly Row[]])[] = [
  ['yaml', YAML],
  ['json', JSON_ROWS],
  ['dockerfile', DOCKERFILE],
]

describe.each(LANGUAGES)('patterns of %s', (extension, rows) => {
  test.each(rows)('%j in %j', async (pattern, code, found) => {
    expect(await matches(extension, pattern, code)).toEqual(found)
  })
})

describe('unparsable input', () => {
  test.each([
    ['yaml', 'a: [1'],
    ['json', '{"a": }'],
    ['json', '{"a": 1'],
    ['json', '{"a": 1} x'],
    ['dockerfile', 'FORM a'],
  ])('is an invalid pattern of %s: %j', async (extension, pattern) => {
    await expect(matches(extension, pattern, '')).rejects.toThrow(/Invalid \w+ in a pattern/)
  })
})
