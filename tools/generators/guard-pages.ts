import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyGuard, streamTraitsOf } from '@gatehouse/guards'
import { stringify } from 'yaml'
import { z } from 'zod'
import type { Generator } from '../lib/generator.ts'
import { assertFileNames, kebab } from '../lib/guard-names.ts'
import { cell, code, page, table } from '../lib/markdown.ts'
import { costLines, type Figures, qualityLines, readFigures } from '../lib/guard-figures.ts'
import { settingRows } from '../lib/setting-rows.ts'
import { guardFiles } from './guard-registry.ts'

const FOLDER = 'docs/generated/guards/'
/** Examples contain long texts on purpose; a page shows their beginning. */
const EXAMPLE_CHARS_MAX = 160

export default {
  about: 'One page per guard, from its definition',
  owns: [FOLDER],
  async generate(root) {
    if (!existsSync(join(root, 'packages/guards/src/guards.gen.ts'))) return {}
    const { allGuards, streamTraitsOf: traitsOf } = await import('@gatehouse/guards')
    assertFileNames(guardFiles(root), allGuards)
    const figures = readFigures(root)
    const guards = [...allGuards].sort((a, b) => (a.name < b.name ? -1 : 1))
    return {
      [`${FOLDER}README.md`]: indexPage(guards),
      ...Object.fromEntries(
        guards.map((guard) => [`${FOLDER}${fileName(guard)}`, guardPage(guard, figures, inStreams(guard, traitsOf))]),
      ),
    }
  },
} satisfies Generator

function indexPage(guards: readonly AnyGuard[]): string {
  return page([
    '# Guards',
    '',
    ...table(
      ['Guard', 'Stages', 'Tier', 'Backend', 'OWASP', 'Description'],
      guards.map((guard) => [
        `[${guard.name}](${fileName(guard)})`,
        guard.stages.join(', '),
        guard.tier,
        guard.backend,
        guard.owasp.join(', '),
        cell(guard.title),
      ]),
    ),
  ])
}

function guardPage(guard: AnyGuard, figures: Figures, streams: readonly string[]): string {
  const settings = settingRows(z.toJSONSchema(guard.settings, { io: 'input', unrepresentable: 'any' }))
  return page([
    `# ${guard.title}`,
    '',
    guard.description,
    '',
    ...table(
      ['Name', 'Stages', 'Tier', 'Backend', 'Views', 'OWASP'],
      [
        [
          code(guard.name),
          guard.stages.join(', '),
          guard.tier,
          guard.backend,
          guard.views.join(', '),
          guard.owasp.join(', ') || 'none',
        ],
      ],
    ),
    ...(guard.aliases === undefined ? [] : ['', `Also accepted as: ${guard.aliases.map(code).join(', ')}.`]),
    '',
    '## Settings',
    '',
    ...(settings.length === 0 ? ['None.'] : table(['Setting', 'Type', 'Default', 'Limits', 'Meaning'], settings)),
    '',
    '## Configuration',
    '',
    '```yaml',
    ...snippet(guard),
    '```',
    '',
    '## Streams',
    '',
    ...streams,
    '',
    '## Cost',
    '',
    ...costLines(guard, figures),
    '',
    '## Accuracy',
    '',
    ...qualityLines(guard, figures),
    '',
    '## Examples',
    '',
    'Each example is a test.',
    '',
    ...table(
      ['Text', 'Settings', 'Result', 'Note'],
      guard.examples.map((example) => [
        code(shorten(example.text)),
        example.settings === undefined ? '' : code(shorten(JSON.stringify(example.settings))),
        resultOf(example),
        cell(example.says ?? ''),
      ]),
    ),
  ])
}

function resultOf({ flags, category, redacted }: AnyGuard['examples'][number]): string {
  if (!flags) return 'passes'
  const kind = category === undefined ? '' : ` as ${code(category)}`
  return `flagged${kind}${redacted === undefined ? '' : `; redacted to ${code(shorten(redacted))}`}`
}

/** Describes how the guard processes a streamed answer; docs/decisions/0034 gives the reasons. */
function inStreams(guard: AnyGuard, traitsOf: typeof streamTraitsOf): string[] {
  if (guard.filesOnly === true) return ['Evaluates only files, not streams.']
  const cadence = guard.tier === 'fast' ? 160 : 800
  const { reads } = traitsOf(guard)
  switch (reads) {
    case 'window':
      return [
        `Evaluates a stream every ${cadence} characters: the new text and some text before it. If the guard blocks or redacts, text`,
        'is withheld until the following text can no longer change the findings in it.',
      ]
    case 'whole':
      return [
        `Evaluates all received text of a stream every ${cadence} characters. For long texts, it evaluates the last part, and the whole text each time its`,
        'length has doubled. If the guard blocks, the incomplete sentence is withheld, up to 400 characters.',
      ]
    case 'end':
      return ['Evaluates only the full text, when the stream is complete.']
    default:
      return reads satisfies never
  }
}

/** The guard in a server configuration, with the settings of its first example that has some. */
function snippet(guard: AnyGuard): string[] {
  const example = guard.examples.find(({ flags, settings }) => flags && settings !== undefined)
  const settings = example?.settings ?? {}
  const short = JSON.stringify(settings).length <= EXAMPLE_CHARS_MAX * 2 ? settings : {}
  const entry = {
    enabled: true,
    action: guard.examples.some(({ redacted }) => redacted !== undefined) ? 'redact' : 'block',
    ...(Object.keys(short).length === 0 ? {} : { settings: short }),
  }
  const blocks = guard.stages
    .filter((stage) => stage !== 'agentic')
    .map((stage) => [`${stage}_guardrails`, { [guard.name]: entry }])
  return stringify({ guardrails: Object.fromEntries(blocks) }, { aliasDuplicateObjects: false })
    .trimEnd()
    .split('\n')
}

function shorten(text: string): string {
  return text.length <= EXAMPLE_CHARS_MAX ? text : `${text.slice(0, EXAMPLE_CHARS_MAX)} … (${text.length} characters)`
}

function fileName(guard: AnyGuard): string {
  return `${kebab(guard.name)}.md`
}
