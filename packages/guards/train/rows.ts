import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** A labeled text of the development data, one JSON object per line. */
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
