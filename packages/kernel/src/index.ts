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
export { MASK, Secret } from './secret.ts'
export { type ShareInterval, wilson } from './statistics.ts'
export { withKeptError } from './streams.ts'
export { isTurnOver, nextTurn, yieldAfter } from './turns.ts'
export { currentUnit, runUnit, surviveUncaught, type UncaughtCount, uncaughtErrors, type WorkUnit } from './uncaught.ts'
export { type BackgroundRetry, type BackgroundWork, retryInBackground } from './retry-in-background.ts'
