import { canonicalHash, type Clock, Failure } from '@gatehouse/kernel'
import type { JsonRpcRequest } from '@gatehouse/mcp'

/** Requests that their servers have answered by asking for input, and that are gone on with when the input is there. */
export interface Continuations {
  /** @param round  how often the request has been answered like that */
  readonly note: (who: string, request: JsonRpcRequest, requestState: unknown, round: number) => void
  /**
   * How often the request with which this one goes on has been answered by asking for input; undefined for one that goes on with
   * none. Each is gone on with once.
   */
  readonly take: (who: string, request: JsonRpcRequest) => number | undefined
}

/** As long as the protocol's engine keeps a call of a server waiting for its client. */
const WAIT_MS = 5 * 60_000
/** As often as a client with sessions is asked during one call; what asks for more is a new call each time. */
const ROUNDS_MAX = 16
/** Ours: of one caller, and callers; the oldest is forgotten, and is then a new request. */
const OF_ONE_MAX = 64
const CALLERS_MAX = 10_000

interface Waiting {
  readonly round: number
  readonly ends_ms: number
}

/** Remembers hashes: of who asked what, with which arguments, and of the state that the server gave. */
export function createContinuations(clock: Clock): Continuations {
  const callers = new Map<string, Map<string, Waiting>>()
  return {
    note(who, request, requestState, round) {
      const key = round > ROUNDS_MAX ? undefined : keyOf(request, requestState)
      if (key === undefined) return
      const own = callers.get(who) ?? new Map<string, Waiting>()
      callers.delete(who)
      callers.set(who, own)
      own.delete(key)
      own.set(key, { round, ends_ms: clock.now() + WAIT_MS })
      if (own.size > OF_ONE_MAX) own.delete(own.keys().next().value!)
      if (callers.size > CALLERS_MAX) callers.delete(callers.keys().next().value!)
    },
    take(who, request) {
      const { requestState, inputResponses } = request.params ?? {}
      if (requestState === undefined && inputResponses === undefined) return undefined
      const own = callers.get(who)
      const key = own === undefined ? undefined : keyOf(request, requestState)
      const found = key === undefined ? undefined : own?.get(key)
      if (found === undefined) return undefined
      own!.delete(key!)
      if (own!.size === 0) callers.delete(who)
      return found.ends_ms > clock.now() ? found.round : undefined
    },
  }
}

/** What a request asks for, all that it says included, and the state that goes with it. */
function keyOf({ method, params }: JsonRpcRequest, state: unknown): string | undefined {
  const { requestState: _state, inputResponses: _given, _meta, ...asked } = params ?? {}
  try {
    return canonicalHash([method, asked, state ?? null])
  } catch (thrown) {
    // Nested too deeply to be compared: it goes on with nothing.
    if (thrown instanceof Failure) return undefined
    throw thrown
  }
}
