import { scratchRun, pushByte, pushBytes } from './byte-run.ts'
import { beginRun, endRun, mayTry, type Excerpt } from './excerpt.ts'
import { hexAt } from './hex-digits.ts'

/** A single `=41` is an assignment; mail contains several, or soft line breaks. */
const ESCAPES_MIN = 3

/** Decodes quoted-printable mail: `=C3=BC`, and `=` at a line end. */
export function decodeQuotedPrintable(excerpt: Excerpt): void {
  const { source } = excerpt
  const places = escapesOf(source)
  if (places < ESCAPES_MIN) return
  let at = source.indexOf('=')
  while (at >= 0 && mayTry(excerpt)) {
    const soft = softBreak(source, at)
    let end = at + 1
    if (soft > 0) {
      beginRun(excerpt, at)
      end = at + soft
      endRun(excerpt, end)
    } else if (isEscape(source, at)) {
      const run = scratchRun()
      end = at
      while (isEscape(source, end)) {
        pushByte(run, hexAt(source, end + 1, 2), end, end + 3)
        end += 3
      }
      pushBytes(excerpt, run, at, end)
    }
    at = source.indexOf('=', end)
  }
}

function escapesOf(source: string): number {
  let count = 0
  for (let at = source.indexOf('='); at >= 0 && count < ESCAPES_MIN; at = source.indexOf('=', at + 1))
    if (isEscape(source, at)) count++
    else if (softBreak(source, at) > 0) count += ESCAPES_MIN
  return count
}

function isEscape(source: string, at: number): boolean {
  return source[at] === '=' && hexAt(source, at + 1, 2) >= 0x20
}

/** Returns the length of a soft line break, or 0: an equals sign after a character, right before the line end. */
function softBreak(source: string, at: number): number {
  if (at === 0 || source[at - 1] === '=') return 0
  if (source[at + 1] === '\n') return 2
  return source[at + 1] === '\r' && source[at + 2] === '\n' ? 3 : 0
}
