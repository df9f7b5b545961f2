import { looksLikeText, looksLikeUtf16, pushByte, pushBytes, pushUtf16, scratchRun, type ByteRun } from './byte-run.ts'
import { blobKind, mayBeginBlob } from './blob-kind.ts'
import { mayTry, type Excerpt } from './excerpt.ts'
import { RUN_UNITS_MAX } from './session.ts'

/** Shorter runs are words. */
const BASE64_UNITS_MIN = 12
/** Lines of at least this length may go on in the next line. */
const LINE_UNITS_MIN = 16
/** Maximum number of spaces and quote marks at the start of a continuation line. */
const INDENT_MAX = 8
/** Maximum length of a run that is tried at other alignments, since it may start with up to three foreign characters. */
const REALIGNED_UNITS_MAX = 4096

const VALUES = new Int8Array(128).fill(-1)
for (const [i, character] of Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/').entries())
  VALUES[character.charCodeAt(0)] = i
VALUES[0x2d] = 62
VALUES[0x5f] = 63

/** Base64 in either alphabet, with or without padding, also over several lines. */
export function decodeBase64(excerpt: Excerpt): void {
  const { source, places } = excerpt
  let at = 0
  let blockTried = 0
  for (let n = 0; n < places.length; n += 2) {
    at = Math.max(at, places[n]!)
    while (at < places[n + 1]! && mayTry(excerpt)) {
      const start = nextRun(source, at, places[n + 1]!)
      const end = lineEnd(source, start)
      at = Math.max(start, end)
      if (end - start < BASE64_UNITS_MIN) continue
      excerpt.tried++
      // A block that is no text is not tried again from each of its lines.
      const whole = start < blockTried ? end : blockEnd(source, start, end)
      blockTried = Math.max(blockTried, whole)
      if (whole > end && tryRun(excerpt, start, whole, 0)) at = whole
      else for (let skip = 0; skip < 4; skip++) if (tryRun(excerpt, start, end, skip)) break
    }
  }
}

function nextRun(source: string, from: number, to: number): number {
  let at = from
  while (at < to && valueAt(source, at) < 0) at++
  return at
}

function lineEnd(source: string, start: number): number {
  let end = start
  while (end < source.length && valueAt(source, end) >= 0) end++
  return end
}

/** Returns the end of the block of lines that starts with this one; the end of the line for a single line. */
function blockEnd(source: string, start: number, firstEnd: number): number {
  let end = firstEnd
  let lineStart = start
  while (end - lineStart >= LINE_UNITS_MIN && end - start < RUN_UNITS_MAX) {
    let next = end
    if (source[next] === '\\' && (source[next + 1] === 'n' || source[next + 1] === 'r')) next += 2
    else if (source[next] === '\r' || source[next] === '\n') next++
    else break
    for (let n = 0; n < INDENT_MAX && ' \t\n>"+'.includes(source[next] ?? 'x'); n++) next++
    const nextEnd = lineEnd(source, next)
    if (nextEnd === next) break
    lineStart = next
    end = nextEnd
  }
  return end
}

function tryRun(excerpt: Excerpt, start: number, end: number, skip: number): boolean {
  const { source } = excerpt
  if (skip > 0 && end - start > REALIGNED_UNITS_MAX) return false
  const run = scratchRun()
  if ((skip > 0 || end - start < PROBE_UNITS) && !mayBeginText(source, start + skip, end)) return false
  decode(run, source, start + skip, Math.min(end, start + RUN_UNITS_MAX))
  const wide = looksLikeUtf16(run)
  if (!wide && !looksLikeText(run)) {
    if (skip === 0) noteBlob(excerpt, run, start, end)
    return false
  }
  let last = end
  while (last < end + 2 && source[last] === '=') last++
  if (wide) pushUtf16(excerpt, run, start, last)
  else pushBytes(excerpt, run, start, last)
  return true
}

function noteBlob(excerpt: Excerpt, run: ByteRun, start: number, end: number): void {
  const kind = blobKind(run)
  if (kind === undefined || !hasMixedCase(excerpt.source, start, end)) return
  excerpt.blobs.push({ start, end, bytes: Math.floor(((end - start) * 3) / 4), kind })
}

/** Whether letters of both cases occur; long rows of one letter or digit are rulers, not data. */
function hasMixedCase(source: string, start: number, end: number): boolean {
  const sample = source.slice(start, Math.min(end, start + 256))
  return /[a-z]/.test(sample) && /[A-Z]/.test(sample) && /[0-9+/_-]/.test(sample)
}

/** Bytes that are looked at before the rest of a long run is decoded. */
const PROBE_UNITS = 128

/** Number of letters that reject most wrong guesses, where the run cannot be a blob of unknown kind either. */
const EARLY_UNITS = 12
const EARLY_BAD_MAX = 1

/** Whether the first bytes may be those of text or of a known blob format: fast, and only certain when false. */
function mayBeginText(source: string, start: number, end: number): boolean {
  let bits = 0
  let bad = 0
  let zeros = 0
  let first = -1
  // Continuation bytes that must follow before the next character.
  let wanted = 0
  for (let i = 0; i < EARLY_UNITS && start + i < end; i++) {
    const value = valueAt(source, start + i)
    if (value < 0) return true
    bits = ((bits << 6) | value) & 0xffff
    if ((i & 3) === 0) continue
    const byte = (bits >> (6 - 2 * (i & 3))) & 0xff
    if (first < 0) first = byte
    if (byte === 0) zeros++
    const continues = byte >= 0x80 && byte < 0xc0
    if (continues !== wanted > 0) bad++
    else if ((byte < 0x20 && byte !== 0 && byte !== 9 && byte !== 10 && byte !== 13) || byte === 0x7f || byte > 0xf4)
      bad++
    wanted = continues ? Math.max(0, wanted - 1) : byte < 0xc2 ? 0 : byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3
  }
  return bad <= EARLY_BAD_MAX || zeros > 2 || mayBeginBlob(first)
}

function decode(run: ByteRun, source: string, start: number, end: number): void {
  let bits = 0
  let current = 0
  let previous = start
  for (let at = start; at < end; at++) {
    const value = valueAt(source, at)
    if (value < 0) continue
    bits = ((bits << 6) | value) & 0xffff
    current += 6
    if (current >= 8) {
      current -= 8
      pushByte(run, (bits >> current) & 0xff, previous, at + 1)
      previous = current > 0 ? at : at + 1
    } else previous = at
    if (at - start === PROBE_UNITS && !looksLikeText(run) && !looksLikeUtf16(run)) return
  }
}

function valueAt(source: string, at: number): number {
  const unit = source.charCodeAt(at)
  return unit < 128 ? VALUES[unit]! : -1
}
