import { parseArgs } from 'node:util'
import { UsageError, camel, kebabName, words } from '../lib/scaffold.ts'
import type { Scaffold } from '../lib/scaffold.ts'

const STAGES = ['input', 'output'] as const
type Stage = (typeof STAGES)[number]

export default {
  usage: '<name> [input|output]',
  about: 'a guard: one file with its settings, check and examples, and its test',
  plan(_root, args) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { stage: { type: 'string' } },
    })
    // npm consumes options without a preceding `--`, so that the stage may also be the second word.
    const wanted = values.stage ?? positionals[1] ?? 'input'
    const stage = STAGES.find((item) => item === wanted)
    if (stage === undefined) throw new UsageError(`the stage is one of: ${STAGES.join(', ')}`)
    const file = kebabName(positionals[0], 'a guard')
    const path = `packages/guards/src/${stage}/${file}.ts`
    const test = `packages/guards/test/${stage}/${file}.test.ts`
    return {
      create: { [path]: definition(file, stage), [test]: testOf(file, stage) },
      next: [`Say in ${path} what the guard looks for; its examples are tests.`, 'npm run check'],
    }
  },
} satisfies Scaffold

function definition(file: string, stage: Stage): string {
  return `import { z } from 'zod'
import { clear, defineGuard, flag } from '../engine/guard.ts'

/** More phrases than this are a word list, which keyword_blocklist searches in one pass. */
const PHRASES_MAX = 100
const PHRASE_CHARS_MAX = 200

const Settings = z.object({
  phrases: z
    .array(z.string().min(1).max(PHRASE_CHARS_MAX))
    .max(PHRASES_MAX)
    .default(['for internal use only'])
    .describe('Phrases that are flagged, exactly as written.'),
})

export default defineGuard({
  name: '${file.replaceAll('-', '_')}',
  title: '${words(file)}',
  description:
    'Flags texts that hold one of the listed phrases. Compares exactly, in the normalised text, so that look-alike ' +
    'letters and invisible characters do not hide a phrase. Other spellings are not found.',
  stages: ['${stage}'],
  tier: 'fast',
  backend: 'builtin',
  owasp: [],
  views: ['normal'],
  settings: Settings,
  prepare: ({ phrases }) => phrases,

  check(text, phrases) {
    for (const view of text.views(['normal'])) {
      for (const phrase of phrases) {
        const at = view.text.indexOf(phrase)
        if (at === -1) continue
        const [start, end] = view.toOriginal(at, at + phrase.length)
        return flag('The text holds a listed phrase.', { spans: [{ start, end, label: 'PHRASE', view: view.name }] })
      }
    }
    return clear
  },

  examples: [
    { text: 'Draft, for internal use only.', flags: true, redacted: 'Draft, [PHRASE].' },
    { text: 'Draft, for everybody.', flags: false },
    { settings: { phrases: ['blue folder'] }, text: 'It is in the blue folder.', flags: true },
  ],
})
`
}

function testOf(file: string, stage: Stage): string {
  const name = file.replaceAll('-', '_')
  const check = camel(`check-${stage}`)
  return `import { expect, test } from 'vitest'
import { createGuard } from '../../src/create-guard.ts'

const guard = createGuard({ ${stage}: { ${name}: { enabled: true, action: 'block', settings: { phrases: ['blue folder'] } } } })

test('blocks a text with a listed phrase, and says which guard did', async () => {
  const verdict = await guard.${check}('It is in the blue folder.')
  expect(verdict.action).toBe('block')
  expect(verdict.guardrail_results.find(({ passed }) => !passed)?.guardrail).toBe('${name}')
})

test('lets a text without one pass', async () => {
  expect((await guard.${check}('It is in the red folder.')).action).toBe('pass')
})
`
}
