/** Limits for upstream servers. None is in the specification; a route may override them. */
export interface UpstreamLimits {
  /** Total time of the handshake: connecting, detecting the protocol version, starting a process. */
  readonly connect_ms: number
  /** Maximum time to the first byte of a response. A server that responds with plain JSON is silent while its tool works. */
  readonly firstByte_ms: number
  /** Maximum time between two bytes, or two messages about one request. Active streams send comments or progress. */
  readonly idle_ms: number
  /** Maximum total time of one request, regardless of activity. */
  readonly total_ms: number
  /** Maximum silence of a change stream before it is reopened. */
  readonly listenIdle_ms: number
  /** Maximum size of one response including preceding messages, or of one message on a stream or line. */
  readonly answerBytes: number
  /** Maximum number of messages before one answer. */
  readonly messagesPerRequest: number
  /** Maximum number of messages without a request within ten seconds. */
  readonly messagesPerWindow: number
  /** Maximum nesting of objects and arrays. Tool schemas have the deepest nesting. */
  readonly jsonDepth: number
  /** Maximum number of pages that the gateway reads of one list. */
  readonly listPages: number
  /** Concurrent requests on one connection. */
  readonly requestsInFlight: number
  /** Maximum number of attempts to resume a broken stream. */
  readonly resumeTries: number
  /** Delay before a resumption, doubled each time. */
  readonly resumePause_ms: number
}

export const UPSTREAM_LIMITS: UpstreamLimits = {
  connect_ms: 30_000,
  firstByte_ms: 60_000,
  idle_ms: 60_000,
  total_ms: 10 * 60_000,
  listenIdle_ms: 10 * 60_000,
  answerBytes: 10 * 1024 * 1024,
  messagesPerRequest: 10_000,
  messagesPerWindow: 1_000,
  jsonDepth: 128,
  listPages: 100,
  requestsInFlight: 256,
  resumeTries: 5,
  resumePause_ms: 500,
}

/** Returns the limits of an upstream with the request timeout and answer size of its route. */
export function upstreamLimits(
  route: { timeout_ms?: number | undefined; response_bytes?: number | undefined } = {},
): UpstreamLimits {
  const { timeout_ms, response_bytes } = route
  return {
    ...UPSTREAM_LIMITS,
    ...(response_bytes === undefined ? {} : { answerBytes: response_bytes }),
    ...(timeout_ms === undefined
      ? {}
      : {
          connect_ms: Math.min(UPSTREAM_LIMITS.connect_ms, timeout_ms),
          firstByte_ms: timeout_ms,
          idle_ms: timeout_ms,
          total_ms: timeout_ms,
        }),
  }
}
