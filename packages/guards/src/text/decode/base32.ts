import { looksLikeText, pushByte, pushBytes, scratchRun } from './byte-run.ts'
import { mayTry, type Excerpt } from './excerpt.ts'
import { RUN_UNITS_MAX } from './session.ts'

/** Shorter runs are words in capitals. */
const BASE32_UNITS_MIN = 16

/** Base32 of RFC 4648, in capitals or small letters, with or without padding. */
export function decodeBase32(excerpt: Excerpt): void {
  const { source, places } = excerpt
  let at = 0
  for (let n = 0; n < places.length; n += 2) {
    const to = places[n + 1]!
    at = Math.max(at, places[n]!)
    while (at < to && mayTry(excerpt)) {
      while (at < to && valueOf(source.charCodeAt(at)) < 0) at++
      const start = at
      let cases = 0
      while (at < source.length && valueOf(source.charCodeAt(at)) >= 0) {
        const unit = source.charCodeAt(at)
        if (unit >= 0x41) cases |= unit >= 0x61 ? 2 : 1
        at++
      }
      if (at - start < BASE32_UNITS_MIN || cases === 3) continue
      excerpt.tried++
      tryRun(excerpt, start, at)
    }
  }
}

function tryRun(excerpt: Excerpt, start: number, end: number): void {
  const { source } = excerpt
  const run = scratchRun()
  let bits = 0
  let current = 0
  let previous = start
  for (let at = start; at < Math.min(end, start + RUN_UNITS_MAX); at++) {
    bits = ((bits << 5) | valueOf(source.charCodeAt(at))) & 0xffff
    current += 5
    if (current >= 8) {
      current -= 8
      pushByte(run, (bits >> current) & 0xff, previous, at + 1)
      previous = current > 0 ? at : at + 1
    }
    if (at - start === 128 && !looksLikeText(run)) return
  }
  if (!looksLikeText(run)) return
  let last = end
  while (last < end + 6 && source[last] === '=') last++
  pushBytes(excerpt, run, start, last)
}

function valueOf(unit: number): number {
  if (unit >= 0x32 && unit <= 0x37) return unit - 0x18
  const small = unit | 0x20
  return small >= 0x61 && small <= 0x7a ? small - 0x61 : -1
}
