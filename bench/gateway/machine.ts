import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, quantile } from '../lib/statistics.ts'
import { figure, print } from './table.ts'

const SYNCS = 100
/** About what a commit of some entries writes. */
const SYNC_BYTES = 4_096

/**
 * What every figure has to be read with: others may use the processors, and no answer of ours leaves before the disk has its
 * entries, so that none is faster than one sync.
 */
export function printMachine(when: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  const file = openSync(join(folder, 'log'), 'a')
  const times: number[] = []
  for (let index = 0; index < SYNCS; index += 1) {
    const started_ms = performance.now()
    writeSync(file, Buffer.alloc(SYNC_BYTES, index))
    fdatasyncSync(file)
    times.push(performance.now() - started_ms)
  }
  closeSync(file)
  rmSync(folder, { recursive: true })
  print(
    `${when}: ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}, load of the last minute ${figure(loadavg()[0]!)}, ` +
      `Node ${process.versions.node}; a sync of the disk takes ${figure(median(times))} ms p50, ${figure(quantile(times, 0.99))} ms p99`,
  )
}
