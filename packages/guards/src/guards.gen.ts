// Made by `npm run gen` from the files of the guards; changes here are overwritten.
import type { AnyGuard } from './engine/guard.ts'
import inputKeywordBlocklist from './input/keyword-blocklist.ts'
import inputLengthLimit from './input/length-limit.ts'
import inputRateLimiter from './input/rate-limiter.ts'
import inputRegexPattern from './input/regex-pattern.ts'

/** Every guard of this build. */
export const allGuards: readonly AnyGuard[] = [
  inputKeywordBlocklist,
  inputLengthLimit,
  inputRateLimiter,
  inputRegexPattern,
]
