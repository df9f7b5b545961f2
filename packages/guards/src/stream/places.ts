/** Returns the last offset up to `at` outside of a surrogate pair. */
export function characterBoundary(text: string, at: number): number {
  return isHigh(text.charCodeAt(at - 1)) && isLow(text.charCodeAt(at)) ? at - 1 : at
}

/** Whether a text ends within a surrogate pair. */
export function endsInHalf(text: string): boolean {
  return isHigh(text.charCodeAt(text.length - 1))
}

/** Returns the offset with this number of units up to the end; a run of whitespace counts as one. */
export function unitsBack(text: string, units: number): number {
  let at = text.length
  let wasBlank = false
  for (let left = units; at > 0; at -= 1) {
    const isBlank = isSpace(text.charCodeAt(at - 1))
    if (isBlank && wasBlank) continue
    if (left <= 0) break
    left -= 1
    wasBlank = isBlank
  }
  return characterBoundary(text, at)
}

/** Returns the start of a window at `at`: after a space before it, if one is near. */
export function blankBefore(text: string, at: number, most: number): number {
  for (let place = at; place > Math.max(0, at - most); place -= 1) {
    if (isSpace(text.charCodeAt(place - 1))) return place
  }
  return at <= most ? 0 : characterBoundary(text, at)
}

/** Shorter runs are words. */
const RUN_UNITS_MIN = 12
/** Lines of encoded data are at least so long. */
const LINE_UNITS_MIN = 16

/**
 * Returns the start of the run of visible ASCII at the end of a text, including lines of such runs right before it: encoded data, links,
 * tokens. Returns the end of the text without such a run.
 */
export function openRun(text: string): number {
  let start = runStart(text, text.length)
  if (text.length - start < RUN_UNITS_MIN && !followsLine(text, start)) return text.length
  while (followsLine(text, start)) start = runStart(text, lineBefore(text, start))
  return start
}

function followsLine(text: string, start: number): boolean {
  const end = lineBefore(text, start)
  if (end === start) return false
  const before = runStart(text, end)
  return end - before >= LINE_UNITS_MIN && (before === 0 || isBreak(text.charCodeAt(before - 1)))
}

/** Returns the end of the previous line, without its line break. */
function lineBefore(text: string, start: number): number {
  let end = start
  while (end > 0 && start - end < 2 && isBreak(text.charCodeAt(end - 1))) end -= 1
  return end
}

function runStart(text: string, end: number): number {
  let start = end
  while (start > 0 && text.charCodeAt(start - 1) > 0x20 && text.charCodeAt(start - 1) < 0x7f) start -= 1
  return start
}

const SENTENCE_END = /[.!?…]["'”’)\]]{0,3}\s|[。！？]["'”’」』)\]]{0,3}|\n/gu

/** Returns the start of the last sentence; at most `most` units before the end, where a run of whitespace counts as one. */
export function sentenceStart(text: string, most: number): number {
  const from = unitsBack(text, most)
  const last = text.slice(from)
  let start = 0
  // A line break at the very end ends the sentence as far as known.
  for (const end of last.matchAll(SENTENCE_END)) start = end.index + end[0].length
  return characterBoundary(text, from + start)
}

const SMALL_WORDS = /(?<=^|\s)\p{Ll}{1,30} \p{Ll}{1,30} (?=\S)/gu
/** From here on: scripts without capitals and mostly without blanks. */
const CASELESS_FROM = 0x2e80

/**
 * Returns an offset up to `at` that splits no name or address: between small words that no name contains, or in a script without capitals.
 * At most `most` units before `at`.
 */
export function safeCut(text: string, at: number, most: number): number {
  if (at <= 0 || text.charCodeAt(at - 1) >= CASELESS_FROM) return Math.max(0, at)
  const from = Math.max(0, at - most)
  let place = from
  for (const words of text.slice(from, at + 1).matchAll(SMALL_WORDS)) {
    const end = from + words.index + words[0].length
    if (end <= at) place = end
  }
  return characterBoundary(text, place)
}

function isSpace(unit: number): boolean {
  return (
    unit === 0x20 ||
    (unit >= 9 && unit <= 13) ||
    unit === 0xa0 ||
    unit === 0x3000 ||
    (unit >= 0x2000 && unit <= 0x200a) ||
    unit === 0x2028 ||
    unit === 0x2029
  )
}

function isBreak(unit: number): boolean {
  return unit === 10 || unit === 13
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000
}
