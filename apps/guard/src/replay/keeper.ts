import type { KeeperPort } from '@gatehouse/screening'
import { type Metrics, registerCounter } from '@gatehouse/http'
import { type Clock, uuidv7 } from '@gatehouse/kernel'
import type { NewStoredRequest } from '@gatehouse/store/sealed'
import type { TenantKey } from '../vault/tenant-key.ts'
import { charsOf, storedContent, type StoredContent } from './kept-content.ts'
import { retentionOf } from './retention.ts'

/** Stores the contents of requests for tenants with retention. */
export interface RequestKeeper extends KeeperPort {
  /** Writes the recorded requests and stops the timer. */
  close(): Promise<void>
}

export interface KeeperParts {
  readonly keyOf: (tenantId: string) => Promise<TenantKey>
  /** Writes rows of a tenant; returns the number of stored ones. */
  readonly write: (tenantId: string, rows: readonly NewStoredRequest[]) => Promise<number>
  readonly clock: Clock
  readonly metrics: Metrics
}

/** Maximum delay before recorded requests are written. */
const FLUSH_MS = 1_000

/** Limits of the queue, so that a slow database does not exhaust the memory. */
const WAITING_MAX = 1_000
const WAITING_CHARS_MAX = 8 * 1024 * 1024

/** Maximum number of requests of one tenant between two writes: a sample is sufficient for a replay. */
const PER_TENANT_MAX = 50

const DAY_MS = 86_400_000

interface Waiting {
  readonly days: number
  readonly chars: number
  readonly at_ms: number
  readonly requestId: string
  readonly stage: 'input' | 'output'
  readonly content: StoredContent
}

const OUTCOMES = ['kept', 'too_long', 'too_many', 'failed'] as const
type Count = (outcome: (typeof OUTCOMES)[number], by?: number) => void

/** Collects requests in bounded memory, and writes once a second. Excess requests are counted and dropped. */
export function createRequestKeeper(parts: KeeperParts): RequestKeeper {
  const count = outcomeCounter(parts.metrics)
  const line = waitingLine()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing = after(writing, line.take())
    return writing
  }

  async function after(before: Promise<void>, batch: ReadonlyMap<string, readonly Waiting[]>): Promise<void> {
    await before
    for (const [tenantId, requests] of batch) {
      await writeAll(parts, tenantId, requests, count)
      // Requests being written count as waiting, so that a slow database limits new ones.
      line.leave(requests)
    }
  }

  return {
    keeps: ({ agentic }) => retentionOf(agentic).enabled,
    note(tenant, subject, run, verdict, requestId) {
      const { enabled, days, max_chars } = retentionOf(tenant.agentic)
      if (!enabled || run.file !== undefined) return
      const chars = charsOf(subject, run)
      if (chars > max_chars) return count('too_long')
      if (!line.hasRoom(tenant.tenantId, chars)) return count('too_many')
      const stage = run.stage === 'output' ? 'output' : 'input'
      const content = storedContent(subject, run, verdict)
      line.join(tenant.tenantId, { days, chars, at_ms: parts.clock.now(), requestId, stage, content })
      timer ??= setTimeout(() => void flush(), FLUSH_MS).unref()
    },
    close: flush,
  }
}

function outcomeCounter(metrics: Metrics): Count {
  const counts = new Map<string, number>(OUTCOMES.map((outcome) => [outcome, 0]))
  registerCounter(metrics, {
    name: 'gatehouse_guard_kept_requests_total',
    help: 'Requests of tenants that store content, by outcome.',
    labels: ['outcome'],
    read: () => [...counts].map(([outcome, value]) => ({ labels: [outcome], value })),
  })
  return (outcome, by = 1) => void counts.set(outcome, counts.get(outcome)! + by)
}

/** Queue of requests, including those being written. */
function waitingLine() {
  let waiting = new Map<string, Waiting[]>()
  let length = 0
  let chars = 0
  return {
    hasRoom(tenantId: string, more_chars: number): boolean {
      const own = waiting.get(tenantId)?.length ?? 0
      return length < WAITING_MAX && chars + more_chars <= WAITING_CHARS_MAX && own < PER_TENANT_MAX
    },
    join(tenantId: string, item: Waiting): void {
      const own = waiting.get(tenantId)
      if (own === undefined) waiting.set(tenantId, [item])
      else own.push(item)
      length += 1
      chars += item.chars
    },
    take(): ReadonlyMap<string, readonly Waiting[]> {
      const claimed = waiting
      waiting = new Map()
      return claimed
    },
    leave(requests: readonly Waiting[]): void {
      length -= requests.length
      for (const request of requests) chars -= request.chars
    },
  }
}

async function writeAll(
  { keyOf, write }: KeeperParts,
  tenantId: string,
  requests: readonly Waiting[],
  count: Count,
): Promise<void> {
  try {
    const { ring } = await keyOf(tenantId)
    const remaining = await write(
      tenantId,
      requests.map((request) => sealed(tenantId, request, ring)),
    )
    count('kept', remaining)
  } catch {
    // A lost sample must not fail a request: the verdicts were already returned and audited.
    count('failed', requests.length)
  }
}

function sealed(
  tenantId: string,
  { days, at_ms, requestId, stage, content }: Waiting,
  ring: TenantKey['ring'],
): NewStoredRequest {
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

/** Returns the additional authenticated data, which binds stored content to its row. */
export function contentBelonging(tenantId: string, id: string) {
  return { purpose: 'kept_request', tenantId, name: id }
}
