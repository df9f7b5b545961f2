import { Failure } from '@gatehouse/kernel'

/** Ours: code units of texts that wait, all together and of one tenant. A thread takes about a million a second. */
export const WAITING_CHARS_MAX = 32_000_000
export const WAITING_CHARS_PER_TENANT_MAX = 12_000_000

/** Ours: texts that wait, of one tenant and all together; small ones with long documents would otherwise be many. */
export const WAITING_TEXTS_MAX = 512
export const WAITING_TEXTS_PER_TENANT_MAX = 128

/** Code units that one thread evaluates in a second, for the time that a refused client is told to wait. */
const CHARS_PER_S = 1_000_000
const RETRY_S_MAX = 30

/** A job that waits for a thread. */
export interface Waiting {
  readonly tenantId: string
  readonly chars: number
}

interface Line<Job> {
  readonly jobs: Job[]
  chars: number
}

/** Jobs in one line per tenant; tenants take turns, and every line has a bound. */
export class FairQueue<Job extends Waiting> {
  /** The tenant whose turn it is comes first. */
  readonly #lines = new Map<string, Line<Job>>()
  readonly #threads: number
  #chars = 0
  #count = 0

  constructor(threads: number) {
    this.#threads = threads
  }

  get size(): number {
    return this.#count
  }

  /** @throws {Failure} `overloaded` with the time after which there may be room */
  add(job: Job): void {
    const line = this.#lines.get(job.tenantId)
    const ownChars = line?.chars ?? 0
    const ownTexts = line?.jobs.length ?? 0
    // A single text may be longer than a bound: it waits alone.
    const ownFull = ownTexts > 0 && ownChars + job.chars > WAITING_CHARS_PER_TENANT_MAX
    const allFull = this.#count > 0 && this.#chars + job.chars > WAITING_CHARS_MAX
    if (ownFull || ownTexts >= WAITING_TEXTS_PER_TENANT_MAX) throw this.#refusal(ownChars)
    if (allFull || this.#count >= WAITING_TEXTS_MAX) throw this.#refusal(this.#chars)
    if (line === undefined) this.#lines.set(job.tenantId, { jobs: [job], chars: job.chars })
    else {
      line.jobs.push(job)
      line.chars += job.chars
    }
    this.#chars += job.chars
    this.#count += 1
  }

  /** The next job of the first tenant in turn that may start one now. */
  take(mayStart: (tenantId: string) => boolean): Job | undefined {
    for (const [tenantId, line] of this.#lines) {
      if (!mayStart(tenantId)) continue
      const job = line.jobs.shift()!
      line.chars -= job.chars
      this.#chars -= job.chars
      this.#count -= 1
      this.#lines.delete(tenantId)
      if (line.jobs.length > 0) this.#lines.set(tenantId, line)
      return job
    }
    return undefined
  }

  /** Empties the queue. */
  drain(): readonly Job[] {
    const jobs = [...this.#lines.values()].flatMap((line) => line.jobs)
    this.#lines.clear()
    this.#chars = 0
    this.#count = 0
    return jobs
  }

  #refusal(chars: number): Failure {
    const retryAfter_s = Math.min(RETRY_S_MAX, Math.max(1, Math.ceil(chars / CHARS_PER_S / this.#threads)))
    return new Failure('overloaded', `Too many large texts are waiting for evaluation. Retry in ${retryAfter_s} s.`, {
      retryAfter_s,
    })
  }
}
