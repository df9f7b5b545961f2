import type { RunContext, StageVerdict, Subject } from '@gatehouse/guards'
import { type Metrics, registerCounter } from '@gatehouse/http'
import { type Clock, uuidv7 } from '@gatehouse/kernel'
import type { NewKeptRequest } from '@gatehouse/store'
import type { TenantSnapshot } from '../policies.ts'
import type { TenantKey } from '../vault/tenant-key.ts'
import { charsOf, keptContent, type KeptContent } from './kept-content.ts'
import { retentionOf } from './retention.ts'

/** Keeps the contents of requests for tenants that chose so. */
export interface RequestKeeper {
  /** One request. Costs a look into the tenant's choice; sealing and writing follow later and are nobody's to wait for. */
  note(tenant: TenantSnapshot, subject: Subject, run: RunContext, verdict: StageVerdict, requestId: string): void
  /** Writes what was noted, and no more by itself. */
  close(): Promise<void>
}

export interface KeeperParts {
  readonly keyOf: (tenantId: string) => Promise<TenantKey>
  /** Writes rows of a tenant; tells how many it kept. */
  readonly write: (tenantId: string, rows: readonly NewKeptRequest[]) => Promise<number>
  readonly clock: Clock
  readonly metrics: Metrics
}

/** How long a request may wait for company. */
const FLUSH_MS = 1_000

/** Bounds of what waits: a database that is slow must not fill the memory with what people wrote. */
const WAITING_MAX = 1_000
const WAITING_CHARS_MAX = 8 * 1024 * 1024

/** Requests of one tenant between two writes: a sample of what came serves a replay as well as all of it. */
const PER_TENANT_MAX = 50

const DAY_MS = 86_400_000

interface Waiting {
  readonly days: number
  readonly chars: number
  readonly at_ms: number
  readonly requestId: string
  readonly stage: 'input' | 'output'
  readonly content: KeptContent
}

const OUTCOMES = ['kept', 'too_long', 'too_many', 'failed'] as const
type Outcome = (typeof OUTCOMES)[number]

/** Collects in memory, bounded, and writes once a second; what does not fit is counted and let go. */
export function createRequestKeeper({ keyOf, write, clock, metrics }: KeeperParts): RequestKeeper {
  const counts = new Map<Outcome, number>(OUTCOMES.map((outcome) => [outcome, 0]))
  const count = (outcome: Outcome, by = 1): void => void counts.set(outcome, counts.get(outcome)! + by)
  registerCounter(metrics, {
    name: 'gatehouse_guard_kept_requests_total',
    help: 'Requests of tenants that keep content, by what became of it.',
    labels: ['outcome'],
    read: () => [...counts].map(([outcome, value]) => ({ labels: [outcome], value })),
  })
  let waiting = new Map<string, Waiting[]>()
  let length = 0
  let chars = 0
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const batch = waiting
    waiting = new Map()
    writing = after(writing, batch)
    return writing
  }

  async function after(before: Promise<void>, batch: ReadonlyMap<string, readonly Waiting[]>): Promise<void> {
    await before
    for (const [tenantId, requests] of batch) await writeAll(tenantId, requests)
  }

  async function writeAll(tenantId: string, requests: readonly Waiting[]): Promise<void> {
    try {
      const { ring } = await keyOf(tenantId)
      const kept = await write(
        tenantId,
        requests.map((one) => sealed(tenantId, one, ring)),
      )
      count('kept', kept)
    } catch {
      // The verdicts were given and audited; a sample that is lost fails nobody.
      count('failed', requests.length)
    } finally {
      // Counted as waiting until here, so that a slow database holds new ones back.
      length -= requests.length
      for (const one of requests) chars -= one.chars
    }
  }

  return {
    note(tenant, subject, run, verdict, requestId) {
      const { enabled, days, max_chars } = retentionOf(tenant.agentic)
      if (!enabled || run.file !== undefined) return
      const size = charsOf(subject, run)
      if (size > max_chars) return count('too_long')
      const own = waiting.get(tenant.tenantId) ?? []
      if (length >= WAITING_MAX || chars + size > WAITING_CHARS_MAX || own.length >= PER_TENANT_MAX) {
        return count('too_many')
      }
      const stage = run.stage === 'output' ? 'output' : 'input'
      own.push({ days, chars: size, at_ms: clock.now(), requestId, stage, content: keptContent(subject, run, verdict) })
      waiting.set(tenant.tenantId, own)
      length += 1
      chars += size
      timer ??= setTimeout(() => void flush(), FLUSH_MS).unref()
    },
    close: flush,
  }
}

function sealed(
  tenantId: string,
  { days, at_ms, requestId, stage, content }: Waiting,
  ring: TenantKey['ring'],
): NewKeptRequest {
  const id = uuidv7(at_ms)
  return {
    id,
    requestId,
    stage,
    ciphertext: ring.seal(Buffer.from(JSON.stringify(content)), contentBelonging(tenantId, id)),
    createdAt: new Date(at_ms),
    expiresAt: new Date(at_ms + days * DAY_MS),
  }
}

/** Kept content opens only in the row that it was made for. */
export function contentBelonging(tenantId: string, id: string) {
  return { purpose: 'kept_request', tenantId, name: id }
}
