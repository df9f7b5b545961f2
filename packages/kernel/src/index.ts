export { cached } from './cached.ts'
export { canonicalHash, canonicalJson } from './canonical-json.ts'
export {
  BREAKER_FAILURES_MAX,
  BREAKER_OPEN_MS,
  type BreakerState,
  CircuitBreaker,
  type Passage,
  type Refusal,
} from './circuit-breaker.ts'
export { type Clock, isoTime, systemClock } from './clock.ts'
export { isExhaustion } from './exhaustion.ts'
export { Failure, type FailureCode, type FailureOptions, messageOf, type Violation } from './failure.ts'
export { uuidv7 } from './ids.ts'
export { jsonBytes } from './json/bytes.ts'
export { type Difference, differences, isJsonObject } from './json/differences.ts'
export {
  type Automaton,
  AUTOMATON_BYTES_MAX,
  AUTOMATON_PATTERNS_MAX,
  type AutomatonOptions,
  buildAutomaton,
} from './match/aho-corasick.ts'
export { foldText } from './match/fold.ts'
export { type Address, isInside, parseAddress } from './egress/addresses.ts'
export { EGRESS_ALLOW_ENTRIES_MAX, type EgressAllow, NOTHING_ALLOWED, parseEgressAllow } from './egress/allow.ts'
export { MASK, Secret } from './secret.ts'
export { type ShareInterval, wilson } from './statistics.ts'
export { type CheckedDestination, createEgress, type Egress, type EgressOptions } from './egress/egress.ts'
export { EgressFailure } from './egress/explain.ts'
export type { EgressInit } from './egress/fetch.ts'
export { type EgressSocket, type EgressSocketInit, SocketGarbled, SocketRefused } from './egress/socket.ts'
export type { EgressStream, EgressStreamInit } from './egress/stream.ts'
export type { Destination, Resolve } from './egress/policy.ts'
export { PATTERN_UNITS_MAX, SET_PATTERNS_MAX } from './match/regex/limits.ts'
export type { StepMeter } from './match/regex/meter.ts'
export { compileRegex, type LinearRegex, type Match, type RegexOptions } from './match/regex/regex.ts'
export { compileRegexSet, type RegexSet, type SetPattern } from './match/regex/regex-set.ts'
export type { Span as MatchSpan } from './match/regex/spans.ts'
export { type Belonging, createKeyRing, type KeyRing, keyIdOf } from './sealing/key-ring.ts'
export { KEY_BYTES, MASTER_KEYS_MAX, parseMasterKeys } from './sealing/master-keys.ts'
export { withKeptError } from './streams.ts'
export { isTurnOver, nextTurn, yieldAfter } from './turns.ts'
export {
  BoundedThread,
  type ThreadBounds,
  type ThreadEnd,
  ThreadEnded,
  threadEnvironment,
} from './threads/bounded-thread.ts'
export { serveThread } from './threads/serve-thread.ts'
export { currentUnit, runUnit, surviveUncaught, type UncaughtCount, uncaughtErrors, type WorkUnit } from './uncaught.ts'
export { type BackgroundRetry, type BackgroundWork, retryInBackground } from './retry-in-background.ts'
