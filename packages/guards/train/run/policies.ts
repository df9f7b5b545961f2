/**
 * Trains a classifier for each subject of plain-language policies: `npm run train:policies -- --data <folder>`. Writes
 * models/policies.bin.
 */
import { writeFileSync } from 'node:fs'
import { encodeModel } from '../../src/classify/model-file.ts'
import { quantise, type Sample, trainLinear } from '../../src/classify/train-linear.ts'
import { shippedWordVectors } from '../../src/classify/word-vectors.ts'
import { seededRandom, shuffle } from '../../src/classify/seeded.ts'
import { readForSubjects, type SubjectReading } from '../../src/detectors/policies/subject-model.ts'
import { compilePlainRule } from '../../src/detectors/policies/plain-rule.ts'
import { readRuleCases } from '../policies/read-cases.ts'
import { nearCopyOfCases } from '../policies/near-copies.ts'
import { areRelated } from '../policies/related-subjects.ts'
import { readSubjectTexts } from '../policies/subject-texts.ts'
import { dataFolder } from '../data-folder.ts'
import { isShippable, readRows } from '../rows.ts'

const BITS = 13
const EPOCHS = 6
const RATE = 0.2
/** Strong decay: single words of the texts generalize poorly. Chosen on texts of lines left out. */
const L2 = 2e-3
const ORDINARY_MAX = 5_000
const ORDINARY_CHARS_MAX = 300
/** Both sides of a subject count about the same, however many texts are written for it. */
const VIOLATING_WEIGHT_MAX = 8
const VIOLATING_WEIGHT = 600
const NEAR_MISS_WEIGHT = 5
/** Sources of everyday requests. */
const ORDINARY_SOURCES = new Set([
  'clinc_train',
  'hwu64',
  'llamafactory_en',
  'taskmaster',
  'self_instruct',
  'shire_benign',
  'arena_mt',
  'gpteacher_roleplay',
  'banking77_train',
  'ui_strings_multi',
])

interface Labelled {
  readonly subject: string | undefined
  readonly violates: boolean
  readonly reading: SubjectReading
}

const isNearCopy = nearCopyOfCases()
const developed = readRuleCases('development').map((rule) => ({
  rule,
  subject: compilePlainRule(rule.prompt).subjects[0],
}))
const subjects = readSubjectTexts().map(({ name, violating, allowed }) => {
  const rules = developed.filter(({ subject }) => subject === name).map(({ rule }) => rule)
  const keep = (texts: readonly string[]): string[] => texts.filter((text) => !isNearCopy(text))
  return {
    name,
    violating: keep([...violating, ...rules.flatMap((rule) => rule.violating)]),
    allowed: keep([...allowed, ...rules.flatMap((rule) => rule.allowed)]),
  }
})
const labelled: Labelled[] = subjects.flatMap(({ name, violating, allowed }) => [
  ...violating.map((text) => ({ subject: name, violates: true, reading: readForSubjects(text) })),
  ...allowed.map((text) => ({ subject: name, violates: false, reading: readForSubjects(text) })),
])
const everyday = readRows(dataFolder(), 'injection').filter(
  (row) =>
    row.label === 0 && isShippable(row) && ORDINARY_SOURCES.has(row.source) && row.text.length < ORDINARY_CHARS_MAX,
)
const ordinary = shuffle(everyday, seededRandom(5))
  .slice(0, ORDINARY_MAX)
  .map(({ text }): Labelled => ({ subject: undefined, violates: false, reading: readForSubjects(text) }))

function samplesOf(subject: string, violating: number): Sample[] {
  const weight = Math.min(VIOLATING_WEIGHT_MAX, VIOLATING_WEIGHT / violating)
  return [...labelled, ...ordinary]
    .filter((item) => item.subject === subject || item.subject === undefined || !areRelated(subject, item.subject))
    .map(({ subject: own, violates, reading }) => ({
      features: reading.features,
      dense: reading.direction,
      label: own === subject && violates ? 1 : 0,
      weight: own !== subject ? 1 : violates ? weight : NEAR_MISS_WEIGHT,
    }))
}

const classes = subjects.map(({ name, violating }) =>
  quantise(
    name,
    trainLinear(samplesOf(name, violating.length), { bits: BITS, epochs: EPOCHS, rate: RATE, l2: L2 }),
    0.5,
  ),
)
const dense = Array.from({ length: shippedWordVectors().dimensions }, (_, at) => `word${at}`)
const bytes = encodeModel({ task: 'policies', bits: BITS, dense, classes })
writeFileSync(new URL('../../models/policies.bin', import.meta.url), bytes)
process.stdout.write(`${subjects.length} subjects, ${labelled.length} texts, ${bytes.length} bytes\n`)
