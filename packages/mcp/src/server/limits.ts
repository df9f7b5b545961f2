/**
 * Bounds of the face to clients. None is in the specification; each keeps one caller from taking what others need. The
 * gateway's owner may set others.
 */
export interface GatewayLimits {
  /** Sessions of one owner: a developer's editors and agents. The one idle for longest gives way to a new one. */
  readonly sessionsPerOwner: number
  /** Sessions of all owners of one group, so that none takes what all groups share. */
  readonly sessionsPerGroup: number
  /** Sessions of everybody in this process. */
  readonly sessionsInAll: number
  /** A session that nobody used for this long ends, and its connection upstream with it. */
  readonly sessionIdle_ms: number
  /** Requests of one session, or of one owner in the stateless era, that may be under way together. */
  readonly requestsInFlight: number
  /** Messages of one request, or of one session outside requests, that wait to be screened. */
  readonly messagesWaiting: number
  /** Characters of the messages of one stateless request that wait for its reader; the answer is not one of them. */
  readonly charsWaiting: number
  /** Events that one session keeps for streams that are read slowly or resumed. */
  readonly eventsKept: number
  /** Characters of those events together. A larger event goes to its reader and is not kept. */
  readonly eventCharsKept: number
  /** Characters of the events kept for all sessions of one owner, and of everybody in this process. */
  readonly eventCharsKeptPerOwner: number
  readonly eventCharsKeptInAll: number
  /** Characters of events that are not kept and that readers who are there have yet to take; what is more is lost to them. */
  readonly eventCharsWaitingPerOwner: number
  readonly eventCharsWaitingInAll: number
  /** Characters of answers, JSON and events, that clients have yet to take: of one owner, and of everybody in this process. */
  readonly answerCharsUnreadPerOwner: number
  readonly answerCharsUnreadInAll: number
  /** Streams of one session that can be resumed. */
  readonly streamsKept: number
  /** A request that has no answer after this long gets an event stream, so that proxies keep the connection. */
  readonly streamAfter_ms: number
  /** Pause after which a stream says that it lives. Half of what proxies usually allow. */
  readonly keepAlive_ms: number
  /** How long a client may take to answer a request of a server: people answer some of them. */
  readonly clientAnswer_ms: number
  /** Connections upstream that one owner holds in the stateless era, one for each set of capabilities. */
  readonly connectionsPerOwner: number
  /** Connections upstream that all owners of one group hold in the stateless era. */
  readonly connectionsPerGroup: number
  /** Connections upstream that all owners hold in the stateless era. */
  readonly connectionsInAll: number
  /** Messages in one batch of the version 2025-03-26. */
  readonly batchMessages: number
  /** Times that one call of a sessions client may ask for input. */
  readonly inputRounds: number
  /** Calls of one owner that wait for a stateless client to come back with its input. */
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
  // Twice the largest answer that a route may let pass.
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
