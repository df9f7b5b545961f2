/**
 * Measures accuracy and cost of custom policies with few examples: `node --conditions=gatehouse bench/custom-policy.ts [data folder]`.
 * Each intent of an assistant becomes a policy with ten utterances of the intent and ten of other intents. The second table shows the
 * result for texts among other sentences.
 */
import { fileURLToPath } from 'node:url'
import { compileLocalPolicy } from '../packages/guards/src/detectors/policies/local-policy.ts'
import { rocAuc, type Scored } from '../packages/guards/train/metrics.ts'
import { readRows, type Row } from '../packages/guards/train/rows.ts'
import { interval, percent, print } from './pii/table.ts'

const EXAMPLES = [5, 10, 20]
const INTENT_ROWS_MIN = 25
const INTENTS_MAX = 40
const THRESHOLDS = [0.5, 0.8]

interface TopicRow extends Row {
  readonly purpose: string
  readonly kind: string
}

const folder = process.argv[2] ?? fileURLToPath(new URL('../../shared/data/detection/', import.meta.url))
const rows = readRows<TopicRow>(folder, 'topic').filter(({ kind }) => kind.startsWith('on:'))
const intents = [...Map.groupBy(rows, ({ kind }) => kind)]
  .filter(([, own]) => own.length >= INTENT_ROWS_MIN)
  .slice(0, INTENTS_MAX)

const every = (texts: readonly string[], count: number, from: number): string[] => {
  const step = Math.ceil(texts.length / count)
  return texts.filter((_, index) => index % step === from)
}

function sharesOf(scored: readonly Scored[]): string[] {
  return THRESHOLDS.flatMap((threshold) =>
    [1, 0].map((label) => {
      const of = scored.filter((item) => item.label === label)
      const hits = of.filter(({ score }) => score >= threshold).length
      return `${percent(hits / of.length)} ${interval(hits, of.length)}`
    }),
  )
}

const lines = EXAMPLES.map((examples) => {
  const scored: Scored[] = []
  let auc = 0
  let compile_ms = 0
  let check_ms = 0
  let checks = 0
  for (const [kind, own] of intents) {
    const texts = own.map(({ text }) => text)
    const others = rows.filter((row) => row.purpose === own[0]?.purpose && row.kind !== kind).map(({ text }) => text)
    const started = performance.now()
    const policy = compileLocalPolicy({
      prompt: `Flag requests about ${kind.slice(3).replaceAll('_', ' ')}.`,
      violating: texts.slice(0, examples),
      allowed: every(others, examples, 0),
    })
    const compiled = performance.now()
    compile_ms += compiled - started
    const unseen = [
      ...texts.slice(examples).map((text) => ({ label: 1, score: policy.score(text) })),
      ...every(others, 60, 1).map((text) => ({ label: 0, score: policy.score(text) })),
    ]
    check_ms += performance.now() - compiled
    checks += unseen.length
    auc += rocAuc(unseen) / intents.length
    scored.push(...unseen)
  }
  return [
    String(examples),
    auc.toFixed(3),
    ...sharesOf(scored),
    (compile_ms / intents.length).toFixed(1),
    ((1_000 * check_ms) / checks).toFixed(0),
  ]
})
print(
  `Custom policies learned from examples: ${intents.length} intents, each against the others of its assistant`,
  [
    'examples a side',
    'mean AUC',
    'found at 0.5',
    'wrongly at 0.5',
    'found at 0.8',
    'wrongly at 0.8',
    'compile ms',
    'check µs',
  ],
  lines,
)

/** Sentences about nothing that any of the policies is about. */
const PROSE = [
  'Thank you for writing to us today.',
  'The harbour was built in 1874, and ships with grain came in from the east.',
  'I have noted what you said and will keep it in mind.',
  'The museum shows paintings of the last century in five rooms.',
  'Bread is made of flour, water, salt and some patience.',
  'The river rises in spring when the snow melts in the hills.',
]
const EXAMPLES_AMID = 10

/** Positions of a text: content before and after it. */
const PLACES: Readonly<Record<string, (text: string, index: number, others: readonly string[]) => readonly string[]>> =
  {
    alone: (text) => [text],
    'behind two sentences': (text, index) => [...turned(PROSE, index).slice(0, 2), text],
    'amid six sentences': (text, index) => turned(PROSE, index).toSpliced(3, 0, text),
    'amid five others of the assistant': (text, index, others) =>
      turned(others, index * 7)
        .slice(0, 5)
        .toSpliced(index % 5, 0, text),
  }

function turned(texts: readonly string[], by: number): string[] {
  const at = by % Math.max(1, texts.length)
  return [...texts.slice(at), ...texts.slice(0, at)]
}

const asSentence = (text: string): string => (/[.!?]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`)

const placed = Object.entries(PLACES).map(([place, around]) => {
  const scored: Scored[] = []
  for (const [kind, own] of intents) {
    const texts = own.map(({ text }) => text)
    const others = rows.filter((row) => row.purpose === own[0]?.purpose && row.kind !== kind).map(({ text }) => text)
    const allowed = every(others, EXAMPLES_AMID, 0)
    const prompt = `Flag requests about ${kind.slice(3).replaceAll('_', ' ')}.`
    const policy = compileLocalPolicy({ prompt, violating: texts.slice(0, EXAMPLES_AMID), allowed })
    const rest = others.filter((text) => !allowed.includes(text))
    const scoreOf = (text: string, index: number) => policy.score(around(text, index, rest).map(asSentence).join(' '))
    scored.push(
      ...texts.slice(EXAMPLES_AMID).map((text, index) => ({ label: 1, score: scoreOf(text, index) })),
      ...every(rest, 40, 1).map((text, index) => ({ label: 0, score: scoreOf(text, index) })),
    )
  }
  return [place, ...sharesOf(scored)]
})
print(
  'The same with ten examples a side, where a text stands amid others',
  ['where', 'found at 0.5', 'wrongly at 0.5', 'found at 0.8', 'wrongly at 0.8'],
  placed,
)
