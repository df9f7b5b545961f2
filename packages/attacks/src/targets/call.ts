import { Failure } from '@gatehouse/kernel'
import { OutOfBudget } from '../engine/out-of-budget.ts'
import type { Random } from '../engine/random.ts'
import type { Pace } from './pace.ts'
import type { HttpAnswer, HttpPort, HttpRequest } from './port.ts'
import { TargetError } from './target-error.ts'

/** Delay between tries: 250 ms, doubled each time. Own limits. */
const BACKOFF_MS = { first: 250, max: 8_000 } as const
/** Longer Retry-After values are reported as rate limiting. Own limit. */
const RETRY_AFTER_MS_MAX = 60_000
const REDIRECTS_MAX = 3
/** Redirect statuses that keep method and body. Other redirects change the method, and the message would be lost. */
const SAME_AGAIN = new Set([307, 308])
const LATER = new Set([429, 503])

/** How requests go out. */
export interface Wire {
  readonly port: HttpPort
  readonly random: Random
  /** Timeout of one try, up to the last byte. */
  readonly timeout_ms: number
  readonly retries: number
  /** Of the run: each request waits its turn before its deadline starts. Default: no wait. */
  readonly pace?: Pace
}

/** One try in flight. */
export interface TargetAttempt {
  readonly answer: HttpAnswer
  readonly url: URL
  /** Fires at the deadline, and when the run wants no more. */
  readonly signal: AbortSignal
  /** Since this try began. */
  readonly elapsed_ms: () => number
  /**
   * Converts an error during reading of the answer.
   * @throws the reason of the run's signal when it has fired
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
  read: (attempt: TargetAttempt) => Promise<One>,
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

/** Returns the redirect target on the same host: headers with secrets are sent nowhere else. */
function sameOrigin(location: string | undefined, url: URL): URL | undefined {
  const next = location === undefined ? null : URL.parse(location, url.href)
  return next !== null && next.origin === url.origin ? next : undefined
}

/** Leaves a body unread. */
export async function discard({ body }: HttpAnswer): Promise<void> {
  try {
    await body[Symbol.asyncIterator]().return?.()
  } catch {
    // The result is no longer needed.
  }
}

/** Parses Retry-After as seconds or a date, RFC 9110 section 10.2.3; undefined when invalid. */
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

/** Awaits a promise, or throws the reason of the signal as soon as it fires, even if the operation ignores the signal. */
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

/** Shared instance: creating an error takes longer than everything else at the end of a try. */
const OVER = new TargetError('aborted', 'The attempt ended.')

/** Timeout of one try, combined with the run's cancellation. */
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

  view(): Pick<TargetAttempt, 'signal' | 'elapsed_ms' | 'explain'> {
    return { signal: this.signal, elapsed_ms: () => this.elapsed_ms(), explain: (thrown) => this.explain(thrown) }
  }

  elapsed_ms(): number {
    return Math.round(performance.now() - this.#started)
  }

  /** @throws the reason of the run's signal when it has fired, and {OutOfBudget} */
  explain(thrown: unknown): TargetError {
    this.#run.throwIfAborted()
    if (thrown instanceof OutOfBudget) throw thrown
    if (this.#isLate) return new TargetError('timeout', this.#sentence())
    if (thrown instanceof TargetError) return thrown
    return new TargetError('network', 'The target could not be reached, or the connection was lost.')
  }

  /** Aborts all operations still in flight. */
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
