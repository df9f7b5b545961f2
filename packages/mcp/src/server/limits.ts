/**
 * Limits for clients. None is in the specification. They prevent one caller from exhausting shared resources. The gateway's owner may
 * override them.
 */
export interface GatewayLimits {
  /** Sessions per owner, such as a developer's editors and agents. A new session replaces the longest idle one. */
  readonly sessionsPerOwner: number
  /** Sessions of all owners of one group, so that no group exhausts shared resources. */
  readonly sessionsPerGroup: number
  /** Sessions in this process. */
  readonly sessionsInAll: number
  /** Idle timeout of a session; its upstream connection ends with it. */
  readonly sessionIdle_ms: number
  /** Concurrent requests of one session, or of one owner in the stateless protocol. */
  readonly requestsInFlight: number
  /** Messages of one request, or of one session outside of requests, that wait for screening. */
  readonly messagesWaiting: number
  /** Characters of unread messages of one stateless request, without the answer. */
  readonly charsWaiting: number
  /** Stored events per session, for slow or resumed streams. */
  readonly eventsKept: number
  /** Characters of these events together. A larger event is delivered without being stored. */
  readonly eventCharsKept: number
  /** Characters of stored events of all sessions of one owner, and in this process. */
  readonly eventCharsKeptPerOwner: number
  readonly eventCharsKeptInAll: number
  /** Characters of events that are not stored and wait for connected readers; further ones are dropped. */
  readonly eventCharsWaitingPerOwner: number
  readonly eventCharsWaitingInAll: number
  /** Characters of unread answers, JSON and events, per owner, and in this process. */
  readonly answerCharsUnreadPerOwner: number
  readonly answerCharsUnreadInAll: number
  /** Resumable streams per session. */
  readonly streamsKept: number
  /** Time after which an unanswered request gets an event stream, so that proxies keep the connection. */
  readonly streamAfter_ms: number
  /** Keep-alive interval of a stream. Half of the usual proxy timeout. */
  readonly keepAlive_ms: number
  /** Timeout of a client's response to a server request, which may need user input. */
  readonly clientAnswer_ms: number
  /** Upstream connections per owner in the stateless protocol, one for each set of capabilities. */
  readonly connectionsPerOwner: number
  /** Upstream connections of all owners of one group in the stateless protocol. */
  readonly connectionsPerGroup: number
  /** Upstream connections of all owners in the stateless protocol. */
  readonly connectionsInAll: number
  /** Messages in one batch of version 2025-03-26. */
  readonly batchMessages: number
  /** Input requests per call of a client with sessions. */
  readonly inputRounds: number
  /** Calls of one owner that wait for the input of a stateless client. */
  readonly parkedCalls: number
}

export const GATEWAY_LIMITS: GatewayLimits = {
  sessionsPerOwner: 64,
  sessionsPerGroup: 2_500,
  sessionsInAll: 10_000,
  sessionIdle_ms: 30 * 60_000,
  requestsInFlight: 128,
  messagesWaiting: 1_000,
  charsWaiting: 1024 * 1024,
  eventsKept: 1_000,
  eventCharsKept: 4 * 1024 * 1024,
  eventCharsKeptPerOwner: 32 * 1024 * 1024,
  eventCharsKeptInAll: 256 * 1024 * 1024,
  // Twice the largest answer that a route allows.
  eventCharsWaitingPerOwner: 128 * 1024 * 1024,
  eventCharsWaitingInAll: 512 * 1024 * 1024,
  answerCharsUnreadPerOwner: 128 * 1024 * 1024,
  answerCharsUnreadInAll: 512 * 1024 * 1024,
  streamsKept: 64,
  streamAfter_ms: 2_000,
  keepAlive_ms: 15_000,
  clientAnswer_ms: 5 * 60_000,
  connectionsPerOwner: 16,
  connectionsPerGroup: 2_500,
  connectionsInAll: 10_000,
  batchMessages: 50,
  inputRounds: 16,
  parkedCalls: 32,
}
