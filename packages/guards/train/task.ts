import { writeFileSync } from 'node:fs'
import { type Features, featuresOf } from '../src/classify/features.ts'
import { type LinearModel, scoreLinear } from '../src/classify/linear-model.ts'
import { encodeModel } from '../src/classify/model-file.ts'
import { makeViews } from '../src/text/views.ts'
import { quantise, type Sample, trainLinear } from '../src/classify/train-linear.ts'
import { recallAt, rocAuc, type Scored, thresholdAt } from './metrics.ts'
import { wilson } from '@gatehouse/kernel'

/** A text of a task, with its source. */
export interface TaskRow {
  readonly text: string
  /** 1 for a text of the class. */
  readonly label: number
  readonly source: string
  readonly licence: string
  /** False: the row measures and never trains, e.g. for its licence. */
  readonly trains: boolean
  /** True: for training only; in every fold, and excluded from all figures. */
  readonly unmeasured?: boolean
  /** Weight of its source; the default is 1. */
  readonly weight?: number
}

export interface Task {
  readonly name: string
  /** Description of the class for the card, one sentence. */
  readonly about: string
  readonly rows: readonly TaskRow[]
  /** Extracts features for the model; the default is {@link featuresOf}. The guard must use the same function. */
  readonly read?: (text: string) => Features
  /** Additional rows composed of training rows, e.g. one text inside another. Created for each fold from its rows only. */
  readonly compose?: (rows: readonly TaskRow[]) => readonly TaskRow[]
  readonly dense?: { readonly names: readonly string[]; readonly of: (text: string) => readonly number[] }
  /** The shipped threshold: either itself, or the share of unseen benign texts that it may flag. */
  readonly threshold: number | { readonly falsePositives: number }
  readonly bits?: number
  readonly l2?: number
  readonly rate?: number
  readonly epochs?: number
  readonly denseDrop?: number
  readonly smooth?: number
  /** Known limitations for the card that no figure shows. */
  readonly misses: readonly string[]
}

const FOLDS = 6
/** A source counts by the root of its size: ten times the rows are not ten times the knowledge. */
const SOURCE_ROWS = 1_000

interface Prepared {
  readonly row: TaskRow
  readonly features: Features
  readonly dense: readonly number[]
}

/**
 * Trains a task, measures it on unseen sources, selects the threshold there, and writes the model and its card. The same rows produce the
 * same files.
 */
export function trainTask(task: Task): void {
  const prepared = task.rows.map((row) => prepare(task, row))
  const scored = outOfFold(task, prepared)
  const trains = scored.filter(({ row }) => row.trains)
  const threshold =
    typeof task.threshold === 'number' ? task.threshold : round(thresholdAt(trains, task.threshold.falsePositives))
  const model = fit(
    task,
    prepared.filter(({ row }) => row.trains),
    threshold,
  )
  const bytes = encodeModel(model)
  writeFileSync(new URL(`../models/${task.name}.bin`, import.meta.url), bytes)
  const card = cardOf(task, scored, threshold, bytes.length)
  writeFileSync(new URL(`../../../docs/models/${task.name}.md`, import.meta.url), card)
  process.stdout.write(`${card}\n`)
}

function prepare(task: Task, row: TaskRow): Prepared {
  const text = normalOf(row.text)
  return { row, features: (task.read ?? featuresOf)(text), dense: task.dense?.of(text) ?? [] }
}

/** The text as the guards read it: the normal view. */
export function normalOf(text: string): string {
  return makeViews(text).views(['normal'])[0]?.text ?? text
}

type HeldOutRow = Scored & { readonly row: TaskRow }

/** Scores every row by a model that has seen nothing of its source. */
function outOfFold(task: Task, prepared: readonly Prepared[]): HeldOutRow[] {
  const folds = foldsOf(task.rows.filter(({ unmeasured }) => unmeasured !== true))
  return Array.from({ length: FOLDS }, (_, fold) => {
    const inside = prepared.filter(({ row }) => folds.get(row.source) === fold)
    const model = fit(
      task,
      prepared.filter(({ row }) => row.trains && folds.get(row.source) !== fold),
      0.5,
    )
    return inside.map(({ row, features, dense }) => ({
      row,
      label: row.label,
      score: scoreLinear(model, features, dense)[0] ?? 0,
    }))
  }).flat()
}

/** Assigns each source to one fold; the large ones first, always to the smallest fold. */
function foldsOf(rows: readonly TaskRow[]): Map<string, number> {
  const sizes = new Map<string, number>()
  for (const { source, label } of rows) sizes.set(source, (sizes.get(source) ?? 0) + 1 + 3 * label)
  const filled = Array.from({ length: FOLDS }, () => 0)
  const folds = new Map<string, number>()
  for (const [source, size] of [...sizes].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))) {
    const smallest = filled.indexOf(Math.min(...filled))
    folds.set(source, smallest)
    filled[smallest]! += size
  }
  return folds
}

function fit(task: Task, inputs: readonly Prepared[], threshold: number): LinearModel {
  const composed = task.compose?.(inputs.map(({ row }) => row)).map((row) => prepare(task, row)) ?? []
  const prepared = [...inputs, ...composed]
  const counts = new Map<string, number>()
  const keyOf = ({ source, label }: TaskRow): string => `${source}\n${label}`
  for (const { row } of prepared) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1)
  const samples = prepared.map(({ row, features, dense }): Sample => {
    const scale = Math.sqrt(SOURCE_ROWS / (counts.get(keyOf(row)) ?? 1))
    return { features, dense, label: row.label, weight: Math.min(3, Math.max(0.3, scale)) * (row.weight ?? 1) }
  })
  const { bits = 20, epochs = 6, rate = 0.3, l2 = 3e-5, denseDrop = 0, smooth = 0 } = task
  const trained = trainLinear(samples, { bits, epochs, rate, l2, denseDrop, smooth })
  return { task: task.name, bits, dense: task.dense?.names ?? [], classes: [quantise(task.name, trained, threshold)] }
}

/** Returns the description of the dense features: signals, and the dimensions of the word vectors. */
function denseText(names: readonly string[]): string {
  const directions = names.filter((name) => name.startsWith('direction_')).length
  const signs = ` and ${names.length - directions} signs`
  return directions === 0 ? signs : `,${signs.slice(4)} and a word vector of ${directions} dimensions`
}

function cardOf(task: Task, scored: readonly HeldOutRow[], threshold: number, bytes: number): string {
  const sources = [...new Set(task.rows.map(({ source }) => source))].sort()
  const lines = sources.map((source) => {
    const of = scored.filter(({ row }) => row.source === source)
    const first = of[0]?.row
    if (first === undefined) return unmeasuredLine(task, source)
    const cells = [1, 0].map((label) => {
      const heldOutRows = of.filter((item) => item.label === label)
      return heldOutRows.length === 0
        ? ''
        : share(heldOutRows.filter(({ score }) => score >= threshold).length, heldOutRows.length)
    })
    return `| ${source} | ${first.licence} | ${first.trains ? 'yes' : 'no'} | ${of.length} | ${cells.join(' | ')} |`
  })
  const trained = scored.filter(({ row }) => row.trains)
  const measured = scored.filter(({ row }) => !row.trains)
  return `${[
    `# ${task.name.charAt(0).toUpperCase()}${task.name.slice(1)} model`,
    '',
    task.about,
    '',
    `The model is a logistic regression over hashed letter and word sequences${task.dense === undefined ? '' : denseText(task.dense.names)}, ${Math.round(bytes / 1024)} KB. It is trained with`,
    `\`npm run train:${task.name} -- --data <folder>\` and has reproducible output. Every figure below is measured on sources`,
    'that are not part of the training. The sources are split into six folds, and each fold is measured with a model trained on',
    'the other five. The shipped model is trained on all sources whose license allows it.',
    '',
    '| on | ROC-AUC | recall at 1 % false positives | recall at 0.1 % | at the shipped threshold: recall | false positives |',
    '| --- | --- | --- | --- | --- | --- |',
    summary('training sources, each unseen', trained, threshold),
    ...(measured.length === 0 ? [] : [summary('sources without training', measured, threshold)]),
    '',
    `The shipped threshold is ${threshold}. Share of flagged texts by source, with 95 % intervals (Wilson):`,
    '',
    '| source | license | in training | rows | positive texts flagged | negative texts flagged |',
    '| --- | --- | --- | --- | --- | --- |',
    ...lines,
    '',
    '## Limits',
    '',
    ...task.misses.map((line) => `- ${line}`),
  ].join('\n')}\n`
}

function unmeasuredLine(task: Task, source: string): string {
  const of = task.rows.filter((row) => row.source === source)
  return `| ${source} | ${of[0]?.licence ?? ''} | always | ${of.length} | not measured | not measured |`
}

function summary(name: string, scored: readonly HeldOutRow[], threshold: number): string {
  const recall = (fpr: number): string => {
    const { hits, of } = recallAt(scored, thresholdAt(scored, fpr))
    return share(hits, of)
  }
  const { hits, of } = recallAt(scored, threshold)
  const benign = scored.filter(({ label }) => label === 0)
  const wrong = benign.filter(({ score }) => score >= threshold).length
  return `| ${name} | ${rocAuc(scored).toFixed(3)} | ${recall(0.01)} | ${recall(0.001)} | ${share(hits, of)} | ${share(wrong, benign.length)} |`
}

function share(hits: number, of: number): string {
  const { low, high } = wilson(hits, of)
  const percent = (value: number): string => (100 * value).toFixed(1)
  return of === 0 ? '' : `${percent(hits / of)} % [${percent(low)}–${percent(high)}]`
}

function round(value: number): number {
  return Math.ceil(value * 1_000) / 1_000
}
