/**
 * Scores a labelled file through the public guard interface:
 *   npm run eval:guard -- --task injection --data file.jsonl[.gz] [--http http://127.0.0.1:4000] [--max 5000] Rows are `{text, label, source}`, one JSON object per line; some tasks also read `purpose`, `context` or `lang`. The service's key is read from GATEHOUSE_API_KEY.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { recallAt, rocAuc, type Scored, thresholdAt } from '../packages/guards/train/metrics.ts'
import { wilson } from '@gatehouse/kernel'
import { httpScreener, localScreener } from './eval/screeners.ts'
import { type EvalRow, TASKS } from './eval/tasks.ts'
import { print } from './pii/table.ts'

const { values } = parseArgs({
  options: { task: { type: 'string' }, data: { type: 'string' }, http: { type: 'string' }, max: { type: 'string' } },
})
const task = TASKS[values.task ?? '']
if (task === undefined || values.data === undefined) {
  process.stderr.write(
    `usage: --task <${Object.keys(TASKS).join('|')}> --data <file.jsonl> [--http <url>] [--max <rows>]\n`,
  )
  process.exit(2)
}

interface Row extends Scored {
  readonly source: string
  readonly flagged: boolean
}

const raw = readFileSync(values.data)
const lines = (values.data.endsWith('.gz') ? gunzipSync(raw) : raw).toString('utf8').split('\n')
const all = lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as EvalRow)
const most = Number(values.max ?? all.length)
// Evenly from the entire file, so that a limit keeps every source.
const step = Math.max(1, all.length / most)
const chosen = Array.from({ length: Math.min(most, all.length) }, (_, index) => all[Math.floor(index * step)]!)

const screen =
  values.http === undefined ? localScreener(task) : httpScreener(task, values.http, process.env['GATEHOUSE_API_KEY'])
const rows: Row[] = []
const started = performance.now()
for (const row of chosen) {
  const positive = task.positive(row)
  if (positive === undefined || row.text.trim() === '') continue
  rows.push({ label: positive ? 1 : 0, source: row.source ?? '', ...(await screen(row)) })
}
const perText_ms = (performance.now() - started) / Math.max(1, rows.length)

const share = (hits: number, of: number): string => {
  if (of === 0) return '–'
  const { low, high } = wilson(hits, of)
  return `${((100 * hits) / of).toFixed(1)} % [${(100 * low).toFixed(1)}–${(100 * high).toFixed(1)}]`
}
const summary = (name: string, own: readonly Row[]): string[] => {
  const positives = own.filter(({ label }) => label === 1)
  const negatives = own.filter(({ label }) => label === 0)
  const both = positives.length > 0 && negatives.length > 0
  const at = (fpr: number): string => {
    if (!both) return '–'
    const { hits, of } = recallAt(own, thresholdAt(own, fpr))
    return share(hits, of)
  }
  return [
    name,
    String(positives.length),
    String(negatives.length),
    both ? rocAuc(own).toFixed(3) : '–',
    at(0.01),
    at(0.001),
    share(positives.filter(({ flagged }) => flagged).length, positives.length),
    share(negatives.filter(({ flagged }) => flagged).length, negatives.length),
  ]
}
const sources = [...new Set(rows.map(({ source }) => source))].sort()
print(
  `${task.guard} on ${rows.length} texts of ${values.data}, ${perText_ms.toFixed(2)} ms a text`,
  [
    'source',
    'to flag',
    'not',
    'ROC-AUC',
    'recall at 1 % FP',
    'at 0.1 % FP',
    'shipped: recall',
    'shipped: false positives',
  ],
  [
    ...(sources.length > 1
      ? sources.map((source) =>
          summary(
            source,
            rows.filter((row) => row.source === source),
          ),
        )
      : []),
    summary('all', rows),
  ],
)
