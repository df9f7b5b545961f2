import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, quantile } from '../lib/statistics.ts'
import { figure, print } from './table.ts'

const SYNCS = 100
/** Approximate write size of a commit with some entries. */
const SYNC_BYTES = 4_096

/** File for sync measurements, on the disk of the gateway's database. */
export interface SyncProbe {
  /** @returns duration in milliseconds of one durable append */
  sync(): number
  close(): void
}

export function openSyncProbe(): SyncProbe {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  const file = openSync(join(folder, 'log'), 'a')
  const data = Buffer.alloc(SYNC_BYTES, 'x')
  return {
    sync() {
      const started_ms = performance.now()
      writeSync(file, data)
      fdatasyncSync(file)
      return performance.now() - started_ms
    },
    close() {
      closeSync(file)
      rmSync(folder, { recursive: true })
    },
  }
}

/**
 * Prints the machine state for interpreting the figures: other processes may use the CPUs, and our answers are sent only after their
 * entries are on disk, so that none is faster than one sync.
 */
export function printMachine(when: string): void {
  const probe = openSyncProbe()
  const times = Array.from({ length: SYNCS }, () => probe.sync())
  probe.close()
  print(
    `${when}: ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}, load of the last minute ${figure(loadavg()[0]!)}, ` +
      `Node ${process.versions.node}; a sync of the disk takes ${figure(median(times))} ms p50, ${figure(quantile(times, 0.99))} ms p99`,
  )
}
