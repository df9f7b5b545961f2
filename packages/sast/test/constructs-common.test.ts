import { describe, expect, test } from 'vitest'
import { matches } from './matches.ts'
import { CSHARP } from './rows/csharp.ts'
import { GO } from './rows/go.ts'
import { JAVA } from './rows/java.ts'
import { JAVASCRIPT } from './rows/javascript.ts'
import { PHP } from './rows/php.ts'
import { PYTHON } from './rows/python.ts'
import { TYPESCRIPT } from './rows/typescript.ts'

describe.each([
  ['cs', CSHARP],
  ['go', GO],
  ['java', JAVA],
  ['js', JAVASCRIPT],
  ['php', PHP],
  ['py', PYTHON],
  ['ts', TYPESCRIPT],
] as const)('%s', (extension, rows) => {
  test.each(rows)('%s in %s', async (pattern, code, expected) => {
    expect(await matches(extension, pattern, code)).toEqual(expected)
  })
})
