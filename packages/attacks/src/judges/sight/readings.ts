import { DECODERS } from './decoders.ts'

/** Codes within codes. */
const LEVELS_MAX = 3
/** Maximum total length of all decoded text, as a multiple of the text, and an absolute limit. */
const READ_TIMES_MAX = 12
const READ_UNITS_MAX = 4_000_000
const READ_UNITS_MIN = 1_000

/** Text in one of its decoded forms. */
export interface Reading {
  readonly text: string
  /** Outermost encoding first; empty: the original text. */
  readonly by: readonly string[]
}

/** Yields a text, its decoded forms, and their decoded forms, at most three levels deep. */
export function* readingsOf(text: string): Generator<Reading> {
  let budget = Math.min(READ_UNITS_MAX, Math.max(text.length * READ_TIMES_MAX, READ_UNITS_MIN))
  let level: readonly Reading[] = [{ text, by: [] }]
  for (let depth = 0; depth <= LEVELS_MAX; depth += 1) {
    yield* level
    if (depth === LEVELS_MAX) return
    const deeper: Reading[] = []
    for (const { text: read, by } of level) {
      for (const { name, decode } of DECODERS) {
        if (budget <= 0) break
        const decoded = decode(read)
        if (decoded === '' || decoded === read) continue
        budget -= decoded.length
        deeper.push({ text: decoded, by: [...by, name] })
      }
    }
    level = deeper
  }
}
