import type { Marks } from './marks.ts'
import type { Sign } from './sign.ts'

/** Minimum run of invisible characters that hides content; emoji have at most a few. */
const INVISIBLE_RUN_MIN = 12
/** Number of spaces that push code out of every window. */
const PUSHED = ' '.repeat(250)
/** Maximum distance to the line end. */
const LINE_UNITS_MAX = 2_000

const CLOSERS = ['\xe2\x80\xac', '\xe2\x81\xa9']
/** Direction marks, variation selectors, tags and zero-width characters, as UTF-8 bytes: invisible characters. */
const INVISIBLE =
  /(?:\xf3\xa0[\x80-\x87][\x80-\xbf]|\xef\xb8[\x80-\x8f]|\xe2\x80[\x8b-\x8f]|\xe2\x81[\xa0-\xaf]|\xe3\x85\xa4|\xef\xbe\xa0)+/y

/**
 * Returns indicators of misleading text: direction marks that stay open up to their line end, long runs of invisible characters, code after
 * more spaces than a window is wide.
 * @param text bytes of UTF-8 as Latin-1
 */
export function hiddenSigns(text: string, { spots }: Marks): readonly Sign[] {
  const found: Sign[] = []
  const bidi = (spots.bidi ?? []).find((at) => isUnclosed(text, at))
  if (bidi !== undefined) {
    found.push({
      kind: 'hidden-text',
      weight: 4,
      start: bidi,
      says: 'contains unclosed bidirectional control characters, so that reviewers see different code than the compiler (Trojan Source)',
    })
  }
  const invisible = (spots.invisible ?? []).find((at) => charactersAt(text, at) >= INVISIBLE_RUN_MIN)
  if (invisible !== undefined) {
    found.push({
      kind: 'hidden-text',
      weight: 5,
      start: invisible,
      says: 'contains a long run of invisible characters, which can hide data in source code',
    })
  }
  const pushed = pushedAt(text)
  if (pushed !== undefined) {
    found.push({
      kind: 'out-of-sight',
      weight: 3,
      start: pushed,
      says: 'contains code far to the right, hidden behind whitespace',
    })
  }
  return found
}

/** Returns whether a line ends with more open marks than closed ones. */
function isUnclosed(text: string, at: number): boolean {
  const lineEnd = text.indexOf('\n', at)
  const line = text.slice(at, Math.min(lineEnd === -1 ? text.length : lineEnd, at + LINE_UNITS_MAX))
  // Character tables list all characters, one after the other, in quotes or among similar ones.
  if (isTable(text, at)) return false
  if (/^[^]{3}["'`|\]\\-]/.test(line)) return false
  let open = 1
  for (let here = 3; here + 2 < line.length; here += 1) {
    const three = line.slice(here, here + 3)
    if (CLOSERS.includes(three)) open -= 1
    else if (/^\xe2(?:\x80[\xaa\xab\xad\xae]|\x81[\xa6-\xa8])$/.test(three)) open += 1
  }
  return open > 0
}

/** Number of examined bytes around a position. */
const AROUND = 60

/** Returns whether most of the surrounding bytes are not ASCII, as in character tables. */
function isTable(text: string, at: number): boolean {
  const around = text.slice(Math.max(0, at - AROUND), at + AROUND)
  let others = 0
  for (let here = 0; here < around.length; here += 1) if (around.charCodeAt(here) >= 0x80) others += 1
  return others * 2 > around.length
}

function charactersAt(text: string, at: number): number {
  INVISIBLE.lastIndex = at
  const run = INVISIBLE.exec(text.slice(0, at + 400))?.[0] ?? ''
  let count = 0
  for (let here = 0; here < run.length; here += 1) if (run.charCodeAt(here) >= 0xc0) count += 1
  return count
}

/** Returns the position of code after many spaces behind other code on its line. */
function pushedAt(text: string): number | undefined {
  for (let at = text.indexOf(PUSHED); at !== -1;) {
    let end = at + PUSHED.length
    while (text.charCodeAt(end) === 0x20) end += 1
    const before = text[at - 1] ?? '\n'
    const after = text.slice(end, end + 40)
    if (before !== '\n' && before !== '\r' && /^[\w$(!;][^\n]{8}/.test(after)) return end
    at = text.indexOf(PUSHED, end)
  }
  return undefined
}
