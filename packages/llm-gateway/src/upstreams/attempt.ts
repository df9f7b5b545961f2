import { type Clock, Failure, messageOf, type Passage } from '@gatehouse/kernel'
import { type Egress, EgressFailure } from '@gatehouse/kernel/egress'
import { retryAfterOf } from '@gatehouse/models'
import { continued, readBounded, singleChunkBody } from './body.ts'
import { headersIn, headersOut } from './headers.ts'
import type { UpstreamAnswer, UpstreamRequest } from './model-upstreams.ts'
import { scrub, withoutSecrets } from './scrub.ts'
import type { Upstream } from './upstream.ts'
import { upstreamFailure } from './upstream-failure.ts'

export interface AttemptParts {
  readonly stream: Egress['stream']
  readonly clock: Clock
}

/** Result of one attempt. */
export type Outcome =
  | { readonly answer: UpstreamAnswer }
  | {
      /** The upstream's response, if any. */
      readonly said: UpstreamAnswer | undefined
      readonly failure: Failure
      /** Whether a retry at the same upstream may succeed. */
      readonly mayRecover: boolean
      readonly retryAfter_ms: number
    }

/** Statuses that indicate a temporary failure or another upstream. */
const TRANSIENT_STATUSES = new Set([408, 409, 425, 429])
/** Own limit of an error response. */
const ERROR_BYTES_MAX = 256 * 1_024
const ERROR_MS_MAX = 5_000

/**
 * Calls one upstream once, and waits for the first byte of its response.
 * @throws the abort reason of the caller's signal
 */
export async function attempt(
  upstream: Upstream,
  request: UpstreamRequest,
  passage: Passage,
  parts: AttemptParts,
): Promise<Outcome> {
  try {
    const outcome = await sendAttempt(upstream, request, parts)
    if ('answer' in outcome || outcome.said?.status === 429) passage.succeed()
    else passage.fail()
    return outcome
  } catch (thrown) {
    if (request.signal.aborted) {
      passage.abandon()
      throw thrown
    }
    const isRefused = thrown instanceof Failure && thrown.code === 'egress_refused'
    // A policy denial is final and does not affect the breaker.
    if (isRefused) passage.abandon()
    else passage.fail()
    const kind = thrown instanceof EgressFailure ? thrown.kind : undefined
    return failed(explained(thrown, upstream), {
      mayRecover: !isRefused && kind !== 'timeout' && kind !== 'undecodable',
    })
  }
}

async function sendAttempt(upstream: Upstream, request: UpstreamRequest, parts: AttemptParts): Promise<Outcome> {
  const secrets = upstream.secrets()
  const call = await parts.stream(addressOf(upstream.baseUrl, request.path), {
    method: 'POST',
    headers: headersOut(request, secrets),
    body: request.body,
    signal: request.signal,
    firstByte_ms: upstream.timeout_ms,
    idle_ms: upstream.idle_ms,
  })
  const { status } = call
  const headers = headersIn(call.headers, secrets)
  const pieces = call.body[Symbol.asyncIterator]()
  if (status >= 200 && status < 300) {
    const first = await pieces.next()
    const body = withoutSecrets(continued(first, pieces), secrets)
    return { answer: { upstream: upstream.name, status, headers, body } }
  }
  if (status < 400 || status > 599) {
    await pieces.return?.()
    const what = status < 400 ? 'a redirect, which is not followed' : `an invalid HTTP status (${status})`
    return failed(new Failure('upstream_invalid', `The upstream "${upstream.name}" returned ${what}.`))
  }
  const text = await readBounded(pieces, { bytesMax: ERROR_BYTES_MAX, ms_max: ERROR_MS_MAX })
  const answer = { upstream: upstream.name, status, headers, body: singleChunkBody(scrub(text, secrets)) }
  if (status < 500 && !TRANSIENT_STATUSES.has(status)) return { answer }
  return failed(new Failure('model_unavailable', `The upstream "${upstream.name}" returned status ${status}.`), {
    said: answer,
    mayRecover: headers['x-should-retry'] !== 'false',
    retryAfter_ms: retryAfterOf(new Headers(headers), parts.clock),
  })
}

/** Joins a base address and a path. A query of the base address stays at the end. */
export function addressOf(baseUrl: string, path: string): string {
  const query = baseUrl.indexOf('?')
  const base = query === -1 ? baseUrl : baseUrl.slice(0, query)
  return base.replace(/\/+$/, '') + path + (query === -1 ? '' : baseUrl.slice(query))
}

type Failed = Extract<Outcome, { readonly failure: Failure }>

function failed(failure: Failure, rest: Partial<Omit<Failed, 'failure'>> = {}): Failed {
  return { said: undefined, mayRecover: false, retryAfter_ms: 0, ...rest, failure }
}

/** Returns a safe failure message. Network errors contain hosts and addresses, which are confidential. */
function explained(thrown: unknown, { name }: Upstream): Failure {
  if (thrown instanceof Failure && thrown.code === 'egress_refused') {
    return new Failure('egress_refused', `The egress policy blocks calls to the upstream "${name}".`, {
      cause: thrown,
    })
  }
  return upstreamFailure(thrown, 'unreachable', name)
}

/** Returns a failure reason for the log, with hosts but without body and headers. */
export function reasonOf({ message, cause }: Failure): string {
  return cause === undefined ? message : `${message} ${messageOf(cause)}`
}
