import { createHash } from 'node:crypto'
import { mkdir, open, rename } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Logger } from '@gatehouse/http'
import { Failure, messageOf, uuidv7 } from '@gatehouse/kernel'
import { type Egress } from '@gatehouse/kernel/egress'
import type { Store } from '@gatehouse/store'
import { exportAudit, type ExportTarget } from '@gatehouse/store/audit'

const MINUTE_MS = 60_000

/** Own limit: sends some megabytes to a slow collector. */
const POST_TIMEOUT_MS = 60_000

export interface AuditExportOptions {
  readonly store: Store
  readonly egress: Pick<Egress, 'fetch'>
  readonly log: Logger
  /** A folder, or an http or https address. */
  readonly target: string
  readonly every_minutes: number
}

/** Writes new audit entries to a folder or an address, at startup and then periodically. */
export interface AuditExporter {
  /** Exports now. */
  run(): Promise<void>
  /** Stops the timer and waits for a running export. */
  close(): Promise<void>
}

/** Starts the export; a failure is logged, and the next run continues from the same position. */
export function startAuditExport(options: AuditExportOptions): AuditExporter {
  const { store, log, every_minutes } = options
  const target = targetOf(options)
  let running: Promise<void> = Promise.resolve()
  const runOnce = async (): Promise<void> => {
    try {
      const entries = await exportAudit(store, target)
      if (entries !== undefined && entries > 0) log.info({ entries }, 'exported the audit log')
    } catch (thrown) {
      log.error({ error: messageOf(thrown) }, 'audit export failed')
    }
  }
  const run = (): Promise<void> => {
    running = running.then(runOnce)
    return running
  }
  const timer = setInterval(() => void run(), every_minutes * MINUTE_MS)
  timer.unref()
  void run()
  return {
    run,
    close() {
      clearInterval(timer)
      return running
    },
  }
}

function targetOf({ target, egress }: AuditExportOptions): ExportTarget {
  const isAddress = /^https?:/i.test(target)
  const place = isAddress ? target : resolve(target)
  return {
    id: createHash('sha256').update(place).digest(),
    write: (lines) => (isAddress ? post(egress, place, lines) : writeFile(place, lines)),
  }
}

async function post(egress: Pick<Egress, 'fetch'>, address: string, lines: string): Promise<void> {
  const answer = await egress.fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: lines,
    timeout_ms: POST_TIMEOUT_MS,
    maxRedirects: 0,
  })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Failure('unavailable', `the audit export target returned status ${answer.status}`)
}

/** Writes each chunk to a separate file, under a temporary name until it is on disk. Names sort by time. */
async function writeFile(folder: string, lines: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `audit-${uuidv7()}.jsonl`)
  const file = await open(`${path}.part`, 'wx', 0o600)
  try {
    await file.writeFile(lines)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.part`, path)
}
