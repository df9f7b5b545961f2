import { expect, test } from 'vitest'
import { FileText } from '../../src/scan/file-text.ts'
import { FileRun } from '../../src/taint/flow/file-run.ts'
import { runFunction } from '../../src/taint/flow/run.ts'
import { lower } from '../../src/taint/lower/lower.ts'
import { marksOf } from '../../src/taint/marking/marks-of.ts'

/** Returns the number of stored entries for captured variables in a file with this many functions. */
async function entriesFor(functions: number): Promise<number> {
  const code = Array.from(
    { length: functions },
    (_, at) => `function f${at}(a) { return f${at + 1}(a) + f${at + 1}(a) }\n`,
  ).join('')
  const { source } = (await (await FileText.of('a.js', code))!.parsed())!
  const file = lower(source)
  const run = new FileRun(file, marksOf(source, [], new Set()).marks, source.tree, 0)
  for (const fn of file.functions) runFunction(run, fn)
  let entries = 0
  for (const known of run.safeCells.values()) entries += known.size
  return entries
}

test('mutually recursive functions store no summaries of each other without facts', async () => {
  expect(await entriesFor(50)).toBe(0)
  expect(await entriesFor(400)).toBe(0)
})
