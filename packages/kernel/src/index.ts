export { type Clock, isoTime, systemClock } from './clock.ts'
export { Failure, type FailureCode, type FailureOptions, messageOf, type Violation } from './failure.ts'
export { uuidv7 } from './ids.ts'
