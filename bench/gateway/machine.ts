import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, quantile } from '../lib/statistics.ts'
import { figure, print } from './table.ts'

const SYNCS = 100
/** About what a commit of some entries writes. */
const SYNC_BYTES = 4_096

/** A file of its own to sync, on the disk where the gateway's database is. */
export interface SyncProbe {
  /** @returns milliseconds that one append took to be on the disk */
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
 * What every figure has to be read with: others may use the processors, and no answer of ours leaves before the disk has its
 * entries, so that none is faster than one sync.
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
