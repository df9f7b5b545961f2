import { megabytes } from './obtain.ts'

/** How far an import is. */
export interface ImportProgress {
  readonly phase: 'DOWNLOADING' | 'IMPORTING'
  /** Current source: the host of an address or the name of a file. */
  readonly source?: string
  /** Sources read, of how many. */
  readonly sourcesDone: number
  readonly sourcesTotal: number
  /** Bytes of the current download; the server declares the total. */
  readonly bytes: number
  readonly bytesTotal?: number
  readonly records: number
  /** If absent, the sources do not declare how many records they have. */
  readonly recordsTotal?: number
}

/** Returns the progress of the current phase, 0 to 100; undefined without a known total. */
export function percentOf({ phase, bytes, bytesTotal, records, recordsTotal }: ImportProgress): number | undefined {
  const [done, total] = phase === 'DOWNLOADING' ? [bytes, bytesTotal] : [records, recordsTotal]
  // Totals come from the server and may be wrong.
  return total === undefined || total <= 0 ? undefined : Math.min(100, Math.floor((done / total) * 100))
}

/** Returns one line for a terminal. */
export function progressText(progress: ImportProgress): string {
  const { phase, source, sourcesDone, sourcesTotal, bytes, bytesTotal, records, recordsTotal } = progress
  const percent = percentOf(progress)
  const share = percent === undefined ? '' : ` (${percent} %)`
  if (phase === 'IMPORTING') {
    return `${records}${recordsTotal === undefined ? '' : ` of ${recordsTotal}`} records read${share}`
  }
  const which = sourcesTotal > 1 ? `${sourcesDone + 1} of ${sourcesTotal}, ` : ''
  const size = `${megabytes(bytes)}${bytesTotal === undefined ? '' : ` of ${megabytes(bytesTotal)}`}`
  return `${which}${source ?? ''}: ${size}${share}`
}
