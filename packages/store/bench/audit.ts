/**
 * Benchmark of durable, chained audit entries against two bounds, measured alternately in one run: one durable INSERT per entry (a service
 * without group commit), and a bare append log with JSON lines and sync (the limit of the disk). `node --conditions=gatehouse
 * packages/store/bench/audit.ts [seconds per figure]`
 */
import { chmodSync, closeSync, fdatasync, mkdtempSync, openSync, rmSync, write } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { uuidv7 } from '@gatehouse/kernel'
import { sql } from 'kysely'
import { createAuditLog } from '../src/audit/log.ts'
import { verifyChain } from '../src/audit/verify.ts'
import { openStore, type Store } from '../src/connect.ts'
import { startEmbedded } from '../src/embedded/start.ts'
import { migrate } from '../src/migrate.ts'

const IN_FLIGHT = [1, 8, 64, 256] as const
const WARM_UP_MS = 500

/** Entry of a blocked prompt: about 330 bytes of details. */
const ENTRY = {
  tenant_id: 'default',
  actor: 'tenant:default',
  action: 'guardrail.input',
  guardrail: 'keyword_blocklist',
  verdict: 'block',
  request_id: '01a1fb87-a811-7170-ac6d-c02015303da1',
  details: {
    safe: false,
    action: 'block',
    latency_ms: 0.42,
    results: [
      { guardrail: 'keyword_blocklist', passed: false, action: 'block', message: 'a blocked word', latency_ms: 0.11 },
      { guardrail: 'pii_detection', passed: true, action: 'pass', message: '', latency_ms: 0.2 },
      { guardrail: 'payload_risk', passed: true, action: 'pass', message: '', latency_ms: 0.08 },
    ],
  },
} as const

interface Figure {
  readonly perSecond: number
  readonly p50_ms: number
  readonly p99_ms: number
  /** CPU time of this process, all threads, in microseconds per entry. */
  readonly cpu_us: number
}

async function measure(inFlight: number, duration_ms: number, append: () => Promise<unknown>): Promise<Figure> {
  await run(inFlight, Math.min(WARM_UP_MS, duration_ms), append)
  const from = performance.now()
  const cpuFrom = process.cpuUsage()
  const latencies = await run(inFlight, duration_ms, append)
  const elapsed_ms = performance.now() - from
  const cpu = process.cpuUsage(cpuFrom)
  const count = latencies.length
  latencies.sort((a, b) => a - b)
  return {
    perSecond: (count / elapsed_ms) * 1_000,
    p50_ms: latencies[Math.floor(count * 0.5)] ?? 0,
    p99_ms: latencies[Math.floor(count * 0.99)] ?? 0,
    cpu_us: (cpu.user + cpu.system) / count,
  }
}

async function run(inFlight: number, duration_ms: number, append: () => Promise<unknown>): Promise<number[]> {
  const latencies: number[] = []
  const until = performance.now() + duration_ms
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      for (let now = performance.now(); now < until;) {
        await append()
        const after = performance.now()
        latencies.push(after - now)
        now = after
      }
    }),
  )
  return latencies
}

/** JSON lines, one write and one fdatasync per group: the minimum work of a durable log. */
function bareLog(path: string): { append: () => Promise<void>; close: () => void } {
  const fd = openSync(path, 'a')
  const writeTo = promisify(write)
  const sync = promisify(fdatasync)
  let lines: string[] = []
  let waiting: (() => void)[] = []
  let busy = false
  async function drain(): Promise<void> {
    while (lines.length > 0) {
      const text = lines.join('')
      const group = waiting
      lines = []
      waiting = []
      await writeTo(fd, text)
      await sync(fd)
      for (const resolve of group) resolve()
    }
    busy = false
  }
  return {
    append: () =>
      new Promise((resolve) => {
        lines.push(`${JSON.stringify({ ...ENTRY, id: uuidv7() })}\n`)
        waiting.push(resolve)
        if (busy) return
        busy = true
        setImmediate(() => void drain())
      }),
    close: () => closeSync(fd),
  }
}

async function singleInserts(store: Store): Promise<() => Promise<unknown>> {
  await store.withConnection((client) =>
    client.query('CREATE TABLE plain_entries (id uuid PRIMARY KEY, tenant_id text, actor text, details json)'),
  )
  return () =>
    sql`INSERT INTO plain_entries VALUES (${uuidv7()}, ${ENTRY.tenant_id}, ${ENTRY.actor}, ${JSON.stringify(ENTRY.details)})`.execute(
      store.db,
    )
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function cells(...values: (string | number)[]): string {
  return values.map((value) => String(value).padStart(11)).join('')
}

const seconds = Number(process.argv[2] ?? 2)
const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
chmodSync(dataDir, 0o711)
const server = await startEmbedded({ dataDir, log: () => undefined })
const store = await openStore({ url: server.url })
try {
  await migrate(store)
  const log = createAuditLog(store, { instanceId: 'bench' })
  const bare = bareLog(join(dataDir, 'bare.log'))
  const insert = await singleInserts(store)
  print(
    `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}, PostgreSQL 18 embedded, fsync on; ${seconds} s per figure`,
  )
  print(cells('in flight', 'audit/s', 'p50 ms', 'p99 ms', 'CPU µs', 'INSERT/s', 'bare log/s', '×INSERT', '% of bare'))
  for (const inFlight of IN_FLIGHT) {
    const bareFigure = await measure(inFlight, seconds * 1_000, bare.append)
    const insertFigure = await measure(inFlight, seconds * 1_000, insert)
    const audit = await measure(inFlight, seconds * 1_000, () => log.append(ENTRY))
    print(
      cells(
        inFlight,
        audit.perSecond.toFixed(0),
        audit.p50_ms.toFixed(2),
        audit.p99_ms.toFixed(2),
        audit.cpu_us.toFixed(1),
        insertFigure.perSecond.toFixed(0),
        bareFigure.perSecond.toFixed(0),
        (audit.perSecond / insertFigure.perSecond).toFixed(1),
        ((audit.perSecond / bareFigure.perSecond) * 100).toFixed(0),
      ),
    )
  }
  await log.close()
  bare.close()
  const from = performance.now()
  const { valid, checked } = await verifyChain(store, 'default')
  const verify_s = (performance.now() - from) / 1_000
  print(
    `verify: ${checked} entries in ${verify_s.toFixed(1)} s, ${(checked / verify_s).toFixed(0)}/s, ${valid ? 'valid' : 'BROKEN'}`,
  )
} finally {
  await store.close()
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
