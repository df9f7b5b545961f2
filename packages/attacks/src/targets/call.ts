import { Failure } from '@gatehouse/kernel'
import { OutOfBudget } from '../engine/out-of-budget.ts'
import type { Random } from '../engine/random.ts'
import type { Pace } from './pace.ts'
import type { HttpAnswer, HttpPort, HttpRequest } from './port.ts'
import { TargetError } from './target-error.ts'

/** Between tries: 250 ms, doubled each time. Ours. */
const BACKOFF_MS = { first: 250, max: 8_000 } as const
/** A target that wants to be left alone for longer is told as rate limited. Ours. */
const RETRY_AFTER_MS_MAX = 60_000
const REDIRECTS_MAX = 3
/** Statuses that say: the same again elsewhere. Others change the method, and no message would arrive. */
const SAME_AGAIN = new Set([307, 308])
const LATER = new Set([429, 503])

/** How requests go out. */
export interface Wire {
  readonly port: HttpPort
  readonly random: Random
  /** Of one try, to the last byte. */
  readonly timeout_ms: number
  readonly retries: number
  /** Of the run: each request waits its turn before its deadline starts. Absent: no wait. */
  readonly pace?: Pace
}

/** One try on its way. */
export interface Try {
  readonly answer: HttpAnswer
  readonly url: URL
  /** Fires at the deadline, and when the run wants no more. */
  readonly signal: AbortSignal
  /** Since this try began. */
  readonly elapsed_ms: () => number
  /**
   * What an error while reading the answer means.
   * @throws the reason of the run's signal where that has fired
   */
  readonly explain: (thrown: unknown) => TargetError
}

/**
 * Sends a request until it has an answer: network errors, 429 and 503 are tried again, with the pause that the target asks for.
 * Once a body has begun nothing is tried again. docs/spec/redteam.md "Target".
 * @throws {TargetError}, or the reason of the signal when it fires
 */
export async function call<One>(
  request: Omit<HttpRequest, 'signal'>,
  wire: Wire,
  signal: AbortSignal,
  read: (attempt: Try) => Promise<One>,
): Promise<One> {
  for (let attempt = 0; ; attempt += 1) {
    signal.throwIfAborted()
    await wire.pace?.next(signal)
    const deadline = new Deadline(signal, wire.timeout_ms)
    let pause_ms: number
    try {
      const isLast = attempt >= wire.retries
      const sent = await send(request, wire, deadline, isLast)
      if ('answer' in sent) return await read({ ...sent, ...deadline.view() })
      pause_ms = sent.retryAfter_ms ?? backoff(attempt, wire.random)
    } finally {
      deadline.end()
    }
    await pause(pause_ms, signal)
  }
}

async function send(
  request: Omit<HttpRequest, 'signal'>,
  { port }: Wire,
  deadline: Deadline,
  isLast: boolean,
): Promise<{ readonly answer: HttpAnswer; readonly url: URL } | { readonly retryAfter_ms: number | undefined }> {
  let url = new URL(request.url)
  try {
    for (let hops = 0; ; hops += 1) {
      const answer = await orAborted(port.send({ ...request, url: url.href, signal: deadline.signal }), deadline.signal)
      const next = SAME_AGAIN.has(answer.status) ? sameOrigin(answer.headers['location'], url) : undefined
      if (next !== undefined && hops < REDIRECTS_MAX) {
        await discard(answer)
        url = next
        continue
      }
      if (isLast || !LATER.has(answer.status)) return { answer, url }
      const retryAfter_ms = retryAfter(answer.headers['retry-after'], Date.now())
      if (retryAfter_ms !== undefined && retryAfter_ms > RETRY_AFTER_MS_MAX) return { answer, url }
      await discard(answer)
      return { retryAfter_ms }
    }
  } catch (thrown) {
    const trouble = deadline.explain(thrown)
    const isFinal = thrown instanceof Failure && thrown.code === 'egress_refused'
    if (isLast || isFinal || trouble.problem !== 'network') throw trouble
    return { retryAfter_ms: undefined }
  }
}

/** Where else on the same host: headers with secrets go nowhere else. */
function sameOrigin(location: string | undefined, url: URL): URL | undefined {
  const next = location === undefined ? null : URL.parse(location, url.href)
  return next !== null && next.origin === url.origin ? next : undefined
}

/** Leaves a body unread. */
export async function discard({ body }: HttpAnswer): Promise<void> {
  try {
    await body[Symbol.asyncIterator]().return?.()
  } catch {
    // Nobody wants it, whatever became of it.
  }
}

/** Seconds or a date, as RFC 9110 section 10.2.3 has it; undefined where it is neither. */
export function retryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header) * 1_000
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

/** The pause before the next try. @param attempt  from 0 */
export function backoff(attempt: number, random: Random): number {
  const whole = Math.min(BACKOFF_MS.max, BACKOFF_MS.first * 2 ** attempt)
  return whole * (0.5 + random.next() / 2)
}

/** @throws the reason of the signal when it fires */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  try {
    await orAborted(promise, signal)
  } finally {
    clearTimeout(timer)
  }
}

/** What is promised, or the reason of the signal as soon as it fires, whether or not the other side listens to it. */
export async function orAborted<One>(promised: Promise<One>, signal: AbortSignal): Promise<One> {
  const { promise, resolve, reject } = Promise.withResolvers<One>()
  const stop = (): void => reject(signal.reason)
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  promised.then(resolve, reject)
  try {
    return await promise
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** One for all: an error of its own takes longer to make than all else that ends a try. */
const OVER = new TargetError('aborted', 'The attempt ended.')

/** The time of one try, and the run's wish to end. */
export class Deadline {
  readonly #controller = new AbortController()
  readonly #run: AbortSignal
  readonly #timeout_ms: number
  readonly #started = performance.now()
  readonly #timer: NodeJS.Timeout
  #isLate = false

  constructor(run: AbortSignal, timeout_ms: number) {
    this.#run = run
    this.#timeout_ms = timeout_ms
    this.#timer = setTimeout(() => {
      this.#isLate = true
      this.#controller.abort(new TargetError('timeout', this.#sentence()))
    }, timeout_ms)
    run.addEventListener('abort', this.#stop, { once: true })
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  view(): Pick<Try, 'signal' | 'elapsed_ms' | 'explain'> {
    return { signal: this.signal, elapsed_ms: () => this.elapsed_ms(), explain: (thrown) => this.explain(thrown) }
  }

  elapsed_ms(): number {
    return Math.round(performance.now() - this.#started)
  }

  /** @throws the reason of the run's signal where that has fired, and what says that no more may be sent */
  explain(thrown: unknown): TargetError {
    this.#run.throwIfAborted()
    if (thrown instanceof OutOfBudget) throw thrown
    if (this.#isLate) return new TargetError('timeout', this.#sentence())
    if (thrown instanceof TargetError) return thrown
    return new TargetError('network', 'The target could not be reached, or the connection was lost.')
  }

  /** Whatever is still under way is broken off. */
  end(): void {
    clearTimeout(this.#timer)
    this.#run.removeEventListener('abort', this.#stop)
    this.#controller.abort(OVER)
  }

  readonly #stop = (): void => this.#controller.abort(this.#run.reason)

  #sentence(): string {
    return `The target did not complete its response within ${this.#timeout_ms} ms.`
  }
}
