/**
 * Measures quality and speed of personal data detection: `node --conditions=gatehouse bench/detect-pii.ts [folder of the data]`. The data
 * is labelled public text outside of the repository; without it only the lookalikes and the speed test run.
 */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { PII_ENTITIES } from '../packages/guards/src/detectors/pii/catalogue.ts'
import { createPiiDetector } from '../packages/guards/src/detectors/pii/detect.ts'
import { SCORE_THRESHOLD_DEFAULT } from '../packages/guards/src/detectors/pii/entity.ts'
import { makeViews } from '../packages/guards/src/text/views.ts'
import { count, type SpanLabel, Tally } from '../packages/guards/train/pii-accuracy.ts'
import { lookAlikes } from './pii/look-alikes.ts'
import { measureSpeed } from './pii/speed.ts'
import { interval, percent, print } from './pii/table.ts'

interface Row {
  readonly text: string
  readonly label: readonly SpanLabel[] | number
  readonly source: string
  readonly kind?: string
  readonly template_id?: number
}

/** Held-out templates during the development of rules: every third. */
const HELD_OUT_EVERY = 3

const folder = process.argv[2] ?? fileURLToPath(new URL('../../shared/data/detection/', import.meta.url))
const detector = createPiiDetector(PII_ENTITIES, SCORE_THRESHOLD_DEFAULT)

function accuracy(title: string, rows: readonly Row[]): void {
  const tallies = new Map<string, Tally>()
  for (const row of rows) count(row.label as readonly SpanLabel[], detector.detect(makeViews(row.text)), tallies)
  const lines = [...tallies].map(([type, tally]) => {
    return [
      type,
      String(tally.gold),
      `${percent(tally.precision)} ${interval(tally.right, tally.predicted)}`,
      `${percent(tally.recall)} ${interval(tally.found, tally.gold)}`,
      percent(tally.exact / tally.gold),
      Number.isNaN(tally.f1) ? '–' : tally.f1.toFixed(3),
    ]
  })
  print(
    `${title}: ${rows.length} texts`,
    ['type', 'entities', 'precision [95 %]', 'recall [95 %]', 'exact', 'F1'],
    lines,
  )
}

function load(name: string): Row[] {
  const raw = gunzipSync(readFileSync(`${folder}/${name}.jsonl.gz`)).toString('utf8')
  return raw
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row)
}

/** Measures false positives on texts without labelled personal data, by type. */
function falseAlarms(): void {
  const benign = load('injection').filter((row) => row.label === 0 && !/gen_/.test(row.source))
  const types = new Map<string, number>()
  let flagged = 0
  let numeric = 0
  for (const row of benign) {
    const found = new Set(detector.detect(makeViews(row.text)).map((finding) => finding.type))
    if (found.size > 0) flagged++
    if ([...found].some((type) => !['PERSON', 'LOCATION', 'STREET_ADDRESS'].includes(type))) numeric++
    for (const type of found) types.set(type, (types.get(type) ?? 0) + 1)
  }
  const lines = [...types]
    .sort((a, b) => b[1] - a[1])
    .map(([type, texts]) => [
      type,
      String(texts),
      `${percent(texts / benign.length)} ${interval(texts, benign.length)}`,
    ])
  lines.unshift(
    ['any', String(flagged), percent(flagged / benign.length)],
    ['any but names and places', String(numeric), percent(numeric / benign.length)],
  )
  print(
    `Prompts and documents not written to hold personal data (some do): ${benign.length}`,
    ['flagged as', 'texts', 'share [95 %]'],
    lines,
  )
}

function secrets(): void {
  const rows = load('secrets')
  const only = createPiiDetector(
    PII_ENTITIES.filter((entity) => entity.name === 'SECRET'),
    SCORE_THRESHOLD_DEFAULT,
  )
  const lines = [1, 0].map((label) => {
    const own = rows.filter((row) => row.label === label)
    const hits = own.filter((row) => only.detect(makeViews(row.text)).length > 0).length
    return [
      label === 1 ? 'secrets of 200 vendors: found' : 'hashes, UUIDs, placeholders: flagged',
      `${hits} of ${own.length}`,
      `${percent(hits / own.length)} ${interval(hits, own.length)}`,
    ]
  })
  print(
    'SECRET on credentials sampled from the expressions of one scanner, and their look-alikes',
    ['texts', 'count', 'share [95 %]'],
    lines,
  )
  const missed = Map.groupBy(
    rows.filter((row) => row.label === 1 && only.detect(makeViews(row.text)).length === 0),
    (row) => row.kind ?? '',
  )
  print(
    'Kinds missed most',
    ['kind', 'missed'],
    [...missed]
      .sort(([, left], [, right]) => right.length - left.length)
      .slice(0, 12)
      .map(([kind, texts]) => [kind, String(texts.length)]),
  )
}

/** Numbers and codes, and persons, at several thresholds, on the templates tuned on: how the default was chosen. */
function thresholds(rows: readonly Row[]): void {
  const lines = [0.3, 0.4, 0.5, 0.55, 0.6, 0.7, 0.8].map((threshold) => {
    const other = createPiiDetector(PII_ENTITIES, threshold)
    const tallies = new Map<string, Tally>()
    for (const row of rows) count(row.label as readonly SpanLabel[], other.detect(makeViews(row.text)), tallies)
    const sum = (types: readonly string[]): string[] => {
      const all = types.map((type) => tallies.get(type) ?? new Tally())
      const total = (pick: (tally: Tally) => number): number => all.reduce((rest, tally) => rest + pick(tally), 0)
      return [
        percent(total((t) => t.right) / total((t) => t.predicted)),
        percent(total((t) => t.found) / total((t) => t.gold)),
      ]
    }
    const numbers = [...tallies.keys()].filter((type) => !['PERSON', 'LOCATION', 'STREET_ADDRESS'].includes(type))
    return [threshold.toFixed(2), ...sum(numbers), ...sum(['PERSON'])]
  })
  print(
    'Thresholds, on the templates tuned on',
    ['threshold', 'numbers: precision', 'recall', 'PERSON: precision', 'recall'],
    lines,
  )
}

if (existsSync(`${folder}/pii.jsonl.gz`)) {
  const rows = load('pii')
  const templated = rows.filter((row) => row.source === 'presidio_dev')
  const heldOut = (row: Row): boolean => (row.template_id ?? 0) % HELD_OUT_EVERY === 0
  accuracy(
    'Templates that rules were tuned on, and the tagger trained on',
    templated.filter((row) => !heldOut(row)),
  )
  thresholds(templated.filter((row) => !heldOut(row)))
  accuracy(
    'Templates that rules were not tuned on; the tagger has seen their source (docs/models/pii.md has it unseen)',
    templated.filter(heldOut),
  )
  accuracy(
    'Tweets; the tagger has seen their source (docs/models/pii.md has it unseen)',
    rows.filter((row) => row.source === 'wnut17_train'),
  )
  secrets()
  falseAlarms()
} else {
  process.stdout.write(`No labelled data at ${folder}: accuracy is not measured.\n`)
}
print('Made-up look-alikes', ['kind', 'flagged', 'share [95 %]'], lookAlikes(detector))
print(
  `Speed, all ${PII_ENTITIES.length} entities; naive: one expression for each kind, no checksums, names or words around`,
  ['text', 'views µs/KB', 'detector µs/KB', 'naive µs/KB', 'naive : detector'],
  measureSpeed(detector),
)
