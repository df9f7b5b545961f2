import { looksLikeText, pushByte, pushBytes, scratchRun } from './byte-run.ts'
import { blobKind } from './blob-kind.ts'
import { mayTry, type Excerpt } from './excerpt.ts'
import { hexAt, hexDigit } from './hex-digits.ts'
import { RUN_UNITS_MAX } from './session.ts'

/** Shorter runs are numbers and colours. */
const HEX_UNITS_MIN = 12

/** Hexadecimal digits without a break, also after `0x`. Bytes written apart are `decodeCodes`. */
export function decodeHex(excerpt: Excerpt): void {
  const { source, places } = excerpt
  let at = 0
  for (let n = 0; n < places.length; n += 2) {
    const to = places[n + 1]!
    at = Math.max(at, places[n]!)
    while (at < to && mayTry(excerpt)) {
      while (at < to && hexDigit(source.charCodeAt(at)) < 0) at++
      let start = at
      while (at < source.length && hexDigit(source.charCodeAt(at)) >= 0) at++
      if (at - start < HEX_UNITS_MIN) continue
      excerpt.tried++
      if ((at - start) % 2 === 1) start++
      tryRun(excerpt, start, at)
    }
  }
}

function tryRun(excerpt: Excerpt, start: number, end: number): void {
  const { source } = excerpt
  const run = scratchRun()
  for (let i = start; i < Math.min(end, start + RUN_UNITS_MAX); i += 2) {
    pushByte(run, hexAt(source, i, 2), i, i + 2)
    if (i - start === 128 && !looksLikeText(run)) break
  }
  if (looksLikeText(run)) {
    // A "0x" left standing would run into the first decoded word.
    const prefixed = (source.charCodeAt(start - 1) | 0x20) === 0x78 && source[start - 2] === '0'
    pushBytes(excerpt, run, prefixed && start - 2 >= excerpt.copied ? start - 2 : start, end)
    return
  }
  const kind = blobKind(run)
  // Unknown bytes in hexadecimal are digests and identifiers; only a known signature makes them data.
  if (kind !== undefined && kind !== 'binary')
    excerpt.blobs.push({ start, end, bytes: Math.floor((end - start) / 2), kind })
}
