import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** A labelled text as the development data has it, one JSON object a line. */
export interface Row {
  readonly text: string
  readonly label: number | string
  readonly source: string
  readonly lang?: string
  /** `permissive`, `sharealike`, `copyleft`, `nc` or `unknown`. */
  readonly lic?: string
  readonly kind?: string
}

/** Licences of rows that shipped weights may be trained on. */
const SHIPPABLE = new Set(['permissive', 'sharealike'])

/** The rows of a task, from `<folder>/<task>.jsonl.gz` or `.jsonl`. */
export function readRows<Line extends Omit<Row, 'label'> = Row>(folder: string, task: string): Line[] {
  const packed = join(folder, `${task}.jsonl.gz`)
  return gunzipSync(readFileSync(packed))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
}

export function isShippable(row: Pick<Row, 'lic'>): boolean {
  return row.lic !== undefined && SHIPPABLE.has(row.lic)
}

/** Numbers in [0, 1) that are the same in every run (mulberry32, public domain). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Shuffles in place (Fisher–Yates). */
export function shuffle<Item>(items: Item[], random: () => number): Item[] {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    ;[items[last], items[other]] = [items[other]!, items[last]!]
  }
  return items
}
