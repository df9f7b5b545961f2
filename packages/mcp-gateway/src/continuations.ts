import { canonicalHash, type Clock, Failure } from '@gatehouse/kernel'
import type { JsonRpcRequest } from '@gatehouse/mcp'

/** Tracks requests whose servers requested input, until the client continues them. */
export interface Continuations {
  /** @param round  number of input requests so far */
  readonly note: (caller: string, request: JsonRpcRequest, requestState: unknown, round: number) => void
  /** Returns the number of input requests so far for the continued request; undefined for a new request. Each can be continued once. */
  readonly take: (caller: string, request: JsonRpcRequest) => number | undefined
}

/** Timeout of a server's request to its client. */
const WAIT_MS = 5 * 60_000
/** Maximum number of input requests during one call, as for a client with sessions. */
const ROUNDS_MAX = 16
/** Own limits: continuations per caller, and number of callers. An evicted continuation counts as a new request. */
const OF_ONE_MAX = 64
const CALLERS_MAX = 10_000

interface Waiting {
  readonly round: number
  readonly ends_ms: number
}

/** Stores hashes of the caller, the request, its arguments, and the server's state. */
export function createContinuations(clock: Clock): Continuations {
  const callers = new Map<string, Map<string, Waiting>>()
  return {
    note(caller, request, requestState, round) {
      const key = round > ROUNDS_MAX ? undefined : keyOf(request, requestState)
      if (key === undefined) return
      const own = callers.get(caller) ?? new Map<string, Waiting>()
      callers.delete(caller)
      callers.set(caller, own)
      own.delete(key)
      own.set(key, { round, ends_ms: clock.now() + WAIT_MS })
      if (own.size > OF_ONE_MAX) own.delete(own.keys().next().value!)
      if (callers.size > CALLERS_MAX) callers.delete(callers.keys().next().value!)
    },
    take(caller, request) {
      const { requestState, inputResponses } = request.params ?? {}
      if (requestState === undefined && inputResponses === undefined) return undefined
      const own = callers.get(caller)
      const key = own === undefined ? undefined : keyOf(request, requestState)
      const found = key === undefined ? undefined : own?.get(key)
      if (found === undefined) return undefined
      own!.delete(key!)
      if (own!.size === 0) callers.delete(caller)
      return found.ends_ms > clock.now() ? found.round : undefined
    },
  }
}

/** Returns the key of a request with all its parameters, and its state. */
function keyOf({ method, params }: JsonRpcRequest, state: unknown): string | undefined {
  const { requestState: _state, inputResponses: _given, _meta, ...request } = params ?? {}
  try {
    return canonicalHash([method, request, state ?? null])
  } catch (thrown) {
    // A request that is nested too deeply for a comparison counts as new.
    if (thrown instanceof Failure) return undefined
    throw thrown
  }
}
