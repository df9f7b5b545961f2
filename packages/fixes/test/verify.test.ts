import { expect, test } from 'vitest'
import type { Observation, Scanner } from '@gatehouse/scan-engine'
import { memoryTree } from '@gatehouse/testkit/memory-tree'
import { createVerifier, type FixDraft, type FixTarget } from '../src/index.ts'

/** Reports each line that contains a word, under the word as the rule. */
const words: Scanner = {
  name: 'SAST_PATTERN',
  plan: ({ files }) => [{ id: 'all', files }],
  async run({ files }, { tree }) {
    const observations: Observation[] = []
    for (const { path } of files) {
      const lines = new TextDecoder().decode(await tree.read(path)).split('\n')
      for (const [at, line] of lines.entries()) {
        for (const ruleId of ['bad', 'worse']) {
          if (!line.includes(ruleId)) continue
          const place = { filePath: path, startLine: at + 1, endLine: at + 1 }
          const text = { title: ruleId, description: ruleId, identity: [ruleId, path, line] }
          observations.push({
            scanner: 'SAST_PATTERN',
            severity: 'HIGH',
            owasp: [],
            confidence: 1,
            metadata: {},
            ruleId,
            ...place,
            ...text,
          })
        }
      }
    }
    return { observations, gaps: [] }
  },
}

const TARGET: FixTarget = {
  scanner: 'SAST_PATTERN',
  ruleId: 'bad',
  filePath: 'a.json',
  startLine: 2,
  endLine: 2,
  metadata: {},
}
const TEXT = '{\n  "a": "bad"\n}\n'

async function verified(
  text: string,
  more: Partial<FixDraft> = {},
  files: Record<string, string> = { 'a.json': TEXT },
) {
  const verify = createVerifier({ tree: memoryTree(files), scanners: [words] })
  return verify(TARGET, { title: 'Fix.', edits: new Map([['a.json', text]]), ...more }, new AbortController().signal)
}

test('a fix is offered if the patched copy has neither the finding nor new ones', async () => {
  expect(await verified(TEXT.replace('bad', 'good'))).toMatchObject({
    title: 'Fix.',
    code: '  "a": "good"',
    diff: '--- a/a.json\n+++ b/a.json\n@@ -1,3 +1,3 @@\n {\n-  "a": "bad"\n+  "a": "good"\n }\n',
    isAfterCommand: false,
  })
})

test.each([
  ['the finding remains', TEXT.replace('bad', 'not bad'), 'would still report the finding'],
  ['there is a new finding', TEXT.replace('bad', 'worse'), 'new finding: worse'],
  ['the syntax is invalid', TEXT.replace('"bad"', 'good'), 'a.json would no longer parse'],
  ['nothing changes', TEXT, 'does not change the source'],
])('a fix is not offered if %s', async (_what, text, reason) => {
  expect(await verified(text)).toContain(reason)
})

test('a renewed lock file is scanned but is no part of the diff', async () => {
  const files = { 'a.json': TEXT, 'b.lock': 'bad\n' }
  const fix = await verified(
    TEXT.replace('bad', 'good'),
    { renewed: new Map([['b.lock', 'good\n']]), command: 'renew' },
    files,
  )
  expect(fix).toMatchObject({ isAfterCommand: true, command: 'renew' })
  expect((fix as { diff: string }).diff).not.toContain('b.lock')
})

test('a finding that the scan does not report cannot be fixed', async () => {
  expect(await verified('{}\n', {}, { 'a.json': '{\n"a": 1 }\n' })).toContain('not reported in the scanned source')
})

test('a byte order mark is kept', async () => {
  const fix = await verified(TEXT.replace('bad', 'good'), {}, { 'a.json': `\ufeff${TEXT}` })
  expect((fix as { edits: ReadonlyMap<string, string> }).edits.get('a.json')).toMatch(/^\ufeff\{/)
})
