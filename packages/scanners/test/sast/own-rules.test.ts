import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OWN_RULES } from '../../src/sast/rules/own.ts'
import { passes, testRules } from '../../src/sast/testing/test-rules.ts'

const { tests, untested, skipped } = await testRules(OWN_RULES)

test('every rule runs and has a test file', () => {
  expect(skipped).toEqual([])
  expect(untested).toEqual([])
})

test.each(tests.map((one) => [one.rule, one.file.slice(OWN_RULES.length + 1), one] as const))(
  '%s holds on %s',
  (_rule, _file, one) => {
    expect(one).toMatchObject({ missed: [], wrong: [] })
    expect(passes(one)).toBe(true)
    expect(one.found).toBeGreaterThan(0)
  },
)

/** What requests hold, as each file of a folder says it. */
function listsIn(folder: string): readonly string[] {
  return readdirSync(join(OWN_RULES, folder))
    .filter((name) => name.endsWith('.yaml'))
    .flatMap((name) => {
      const text = readFileSync(join(OWN_RULES, folder, name), 'utf8')
      const from = text.indexOf('    pattern-sources: &request\n')
      return from === -1 ? [] : [text.slice(from, text.indexOf('    pattern-sinks:', from))]
    })
}

test.each([
  [['javascript', 'llm'], 7],
  [['python', 'llm-python'], 7],
  [['php'], 5],
  [['ruby'], 3],
])('rules of %s have one list of what a request holds', (folders, files) => {
  const lists = folders.flatMap(listsIn)
  expect(lists).toHaveLength(files)
  expect(new Set(lists).size).toBe(1)
})
