/**
 * What a tool server may take of the gateway, whatever it does. None is in the specification; a route may set others.
 */
export interface UpstreamLimits {
  /** For the handshake as a whole: connecting, asking which era it is, starting a process. */
  readonly connect_ms: number
  /** Until the first byte of an answer. A server that answers with plain JSON is silent while its tool works. */
  readonly firstByte_ms: number
  /** Between two bytes, or two messages about one request. Streams that are alive send comments or progress. */
  readonly idle_ms: number
  /** For one request, however alive it looks. */
  readonly total_ms: number
  /** Silence on a stream that stays open for changes; afterwards it is opened anew. */
  readonly listenIdle_ms: number
  /** Bytes of one answer, with the messages before it; or of one message on a stream or line. */
  readonly answerBytes: number
  /** Messages that may come before one answer. */
  readonly messagesPerRequest: number
  /** Messages that belong to no request, within ten seconds. */
  readonly messagesPerWindow: number
  /** Objects and arrays within each other. Schemas of tools nest deepest. */
  readonly jsonDepth: number
  /** Pages of one list that the gateway itself reads to the end. */
  readonly listPages: number
  /** Requests under way together on one connection. */
  readonly requestsInFlight: number
  /** Times that a broken stream is asked for again before it is given up. */
  readonly resumeTries: number
  /** Pause before that, doubled each time. */
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

/** The bounds of an upstream whose route says how long a request may take, and how large its answer may be. */
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
