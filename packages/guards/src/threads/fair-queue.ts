import { Failure } from '@gatehouse/kernel'

/** Own limit: code units of waiting texts, in total and per tenant. A thread processes about a million a second. */
export const WAITING_CHARS_MAX = 32_000_000
export const WAITING_CHARS_PER_TENANT_MAX = 12_000_000

/** Own limit: number of waiting texts, per tenant and in total; bounds small texts with long documents. */
export const WAITING_TEXTS_MAX = 512
export const WAITING_TEXTS_PER_TENANT_MAX = 128

/** Number of code units that one thread evaluates in a second, for the retry delay of a rejected client. */
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

/** Jobs in one bounded queue per tenant; tenants take turns. */
export class FairQueue<Job extends Waiting> {
  /** The next tenant in turn is first. */
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

  /** Returns the next job of the first tenant in turn that may start one now. */
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
