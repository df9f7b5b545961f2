import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { patient_ms } from '@gatehouse/testkit'
import { unifiedDiff } from '../src/index.ts'

/** Returns a text with a diff applied by git. */
function applied(path: string, before: string, diff: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-diff-'))
  try {
    writeFileSync(join(folder, path), before)
    execFileSync('git', ['apply', '-'], { cwd: folder, input: diff, stdio: ['pipe', 'pipe', 'pipe'] })
    return readFileSync(join(folder, path), 'utf8')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test('distant changes are separate hunks with three lines of context', () => {
  const lines = Array.from({ length: 20 }, (_, at) => `line ${at + 1}\n`)
  const after = lines.with(1, 'second\n').toSpliced(16, 1)
  expect(unifiedDiff('a b.txt', lines.join(''), after.join(''))).toBe(
    [
      '--- a/a b.txt\t',
      '+++ b/a b.txt\t',
      '@@ -1,5 +1,5 @@',
      ' line 1',
      '-line 2',
      '+second',
      ' line 3',
      ' line 4',
      ' line 5',
      '@@ -14,7 +14,6 @@',
      ' line 14',
      ' line 15',
      ' line 16',
      '-line 17',
      ' line 18',
      ' line 19',
      ' line 20',
      '',
    ].join('\n'),
  )
})

test('equal texts have an empty diff, and a missing final newline is marked', () => {
  expect(unifiedDiff('a', 'x\n', 'x\n')).toBe('')
  expect(unifiedDiff('a', 'x', 'y\n')).toContain('-x\n\\ No newline at end of file\n+y\n')
})

const line = fc.constantFrom('a\n', 'b\n', 'c\r\n', '\n', '  d\n', '+e\n', '-- f\n')
const text = fc
  .tuple(fc.array(line, { maxLength: 30 }), fc.constantFrom('', 'end'))
  .map(([lines, last]) => lines.join('') + last)

test(
  'git applies the diff of any two texts',
  () => {
    fc.assert(
      fc.property(text, text, fc.constantFrom('a.js', 'a b.js', 'ü"\\.py'), (before, after, path) => {
        // Empty files are created and removed with another diff format.
        fc.pre(before !== after && before !== '' && after !== '')
        expect(applied(path, before, unifiedDiff(path, before, after))).toBe(after)
      }),
      { numRuns: 150 },
    )
  },
  patient_ms(30_000),
)

test('texts with hardly any common line have a valid diff', () => {
  const all = (word: string): string => Array.from({ length: 3_000 }, (_, at) => `${word} ${at}\n`).join('')
  expect(applied('a', all('x'), unifiedDiff('a', all('x'), all('y')))).toBe(all('y'))
})
