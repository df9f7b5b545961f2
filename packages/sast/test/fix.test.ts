import { expect, test } from 'vitest'
import { type FixedFile, fixTree, type PackSource, suggestFix } from '../src/index.ts'
import { memoryTree as treeOf } from '@gatehouse/testkit/memory-tree'

const packOf = (...some: readonly string[]): PackSource => ({
  own: false,
  files: [{ path: 'r.yaml', text: `rules:\n${some.join('')}` }],
})
const rule = (id: string, looksFor: string, fix: string): string =>
  `- {id: ${id}, message: About ${id}., severity: ERROR, languages: [javascript], ${looksFor}, ${fix}}\n`

const DANGER = rule('danger', 'pattern: danger($X)', 'fix: safe($X)')

async function fixed(code: string, pack: PackSource): Promise<FixedFile | undefined> {
  const all: FixedFile[] = []
  for await (const item of fixTree(treeOf({ 'a.js': code }), { rules: pack }, new AbortController().signal))
    all.push(item)
  return all[0]
}

test('all fixable findings are fixed in sequence', async () => {
  const fixedFile = await fixed('let x = danger(danger(1))\nlet y = other(2)\ndanger(y) // why\n', packOf(DANGER))
  expect(fixedFile).toMatchObject({ text: 'let x = safe(safe(1))\nlet y = other(2)\nsafe(y) // why\n', left: [] })
  expect(fixedFile?.done.map(({ startLine }) => startLine)).toEqual([1, 1, 3])
  expect(fixedFile?.diff).toContain('-let x = danger(danger(1))\n+let x = safe(safe(1))\n')
})

test.each([
  [
    'is found as before',
    [rule('danger', 'pattern: danger($X)', 'fix: "f(danger(1))"')],
    'would still report the finding',
  ],
  ['stays as it is', [rule('danger', 'pattern: danger($X)', 'fix: danger($X)')], 'does not change the code'],
  ['is no code', [rule('danger', 'pattern: danger($X)', "fix: 'safe($X'")], 'would no longer parse'],
  [
    'is found by another rule',
    [rule('danger', 'pattern: danger($X)', 'fix: worse($X)'), rule('worse', 'pattern: worse($X)', 'fix: y')],
    'new finding: worse',
  ],
  [
    'makes something else found',
    [
      DANGER,
      rule('alone', '"patterns": [{pattern: "f($Y)"}, {pattern-not-inside: "danger($Y); ..."}]', "fix: 'f($Y)'"),
    ],
    'new finding: alone',
  ],
])('a fix is omitted if it %s', async (_what, some, reason) => {
  const code = 'danger(y)\nf(y)\n'
  const fixedFile = await fixed(code, packOf(...some))
  expect(fixedFile?.text).toBe(code)
  expect(fixedFile?.left).toEqual([expect.objectContaining({ reason: expect.stringContaining(reason) })])
})

test('a fix with an unbound metavariable is not applied', async () => {
  expect(await fixed('danger(1)\n', packOf(rule('danger', 'pattern: danger($X)', 'fix: safe($OTHER)')))).toBeUndefined()
})

test('other findings before and after the fix do not block it', async () => {
  const pack = packOf(
    DANGER,
    rule('note', 'pattern: note(...)', "fix: ''"),
    rule('whole', 'pattern: "function $F() { ... }"', "fix: ''"),
  )
  const fixedFile = await fixed('note(1)\nfunction f() {\n  danger(note(2))\n}\nnote(3)\n', packOf(DANGER))
  expect(fixedFile?.text).toBe('note(1)\nfunction f() {\n  safe(note(2))\n}\nnote(3)\n')
  // Fixes that would delete the code of other findings are proved one by one.
  expect((await fixed('note(1)\nfunction f() {\n  danger(2)\n}\n', pack))?.text).toBe('\n\n')
})

test('a regex fixes the matched range', async () => {
  const fixedFile = await fixed(
    'danger("a-b-c")\n',
    packOf(rule('danger', 'pattern: danger($X)', "fix-regex: {regex: 'danger\\((.*)\\)', replacement: 'safe(\\1)'}")),
  )
  expect(fixedFile?.text).toBe('safe("a-b-c")\n')
})

const BYTES = Buffer.from('\ufeffdanger(1)\r\nlet x\r\n')

test('one finding is fixed in the scanned bytes, and no other bytes change', async () => {
  const created = await suggestFix(
    { ruleId: 'sast/danger', filePath: 'a.js', startLine: 1, startColumn: 1 },
    BYTES,
    packOf(DANGER),
  )
  expect(created).toEqual({
    diff: '--- a/a.js\n+++ b/a.js\n@@ -1,2 +1,2 @@\n-\ufeffdanger(1)\r\n+\ufeffsafe(1)\r\n let x\r\n',
    code: 'safe(1)',
    text: '\ufeffsafe(1)\r\nlet x\r\n',
    title: 'About danger.',
    description: 'About danger.',
  })
})

test('code that may stop working is reported with the fix', async () => {
  const pack = packOf(
    rule('danger', 'pattern: danger($X)', 'fix: safe($X), metadata: {before-fix: Callers may wait for it.}'),
  )
  const check = 'Callers may wait for it.'
  const wanted = { ruleId: 'sast/danger', filePath: 'a.js', startLine: 1, startColumn: 1 }
  expect(await suggestFix(wanted, BYTES, pack)).toMatchObject({ code: 'safe(1)', check })
  expect((await fixed('danger(1)\n', pack))?.done).toMatchObject([{ ruleId: 'sast/danger', check }])
  const long = packOf(
    rule('danger', 'pattern: danger($X)', `fix: safe($X), metadata: {before-fix: ${'x'.repeat(9_000)}}`),
  )
  expect((await fixed('danger(1)\n', long))?.done[0]?.check).toHaveLength(500)
})

test.each([
  ['it is not there', { startLine: 2 }, BYTES, 'does not report the finding'],
  ['the file is no UTF-8', {}, Buffer.from([0xff, 0x64]), 'not UTF-8'],
  [
    'a secret would be shown',
    { startLine: 2 },
    Buffer.from('db_password = "hg7Tq-nVz4wLkXc-9pR"\ndanger(1)\n'),
    'may contain a secret',
  ],
])('a fix is missing when %s', async (_what, place, content, reason) => {
  const wanted = { ruleId: 'sast/danger', filePath: 'a.js', startLine: 1, startColumn: 1, ...place }
  expect(await suggestFix(wanted, content, packOf(DANGER))).toContain(reason)
})

test('a finding of a configuration scanner is fixed by the rule of the same id', async () => {
  const wanted = { ruleId: 'iac/danger', filePath: 'a.js', startLine: 1, startColumn: 1 }
  expect(await suggestFix(wanted, BYTES, packOf(DANGER))).toMatchObject({ code: 'safe(1)' })
})
