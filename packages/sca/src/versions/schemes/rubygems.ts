import {
  countKey,
  descendingCountKey,
  digitsEnd,
  isDigit,
  isLetter,
  lettersEnd,
  numberKey,
  TEXT_END,
  type VersionKey,
} from '../keys.ts'
import type { VersionScheme } from '../scheme.ts'

// Versions of RubyGems go on with noughts for ever, and words sort below nought. So at each place, in order: a word; some
// noughts before a word (the more, the later); noughts for ever; some noughts before a number (the fewer, the later); a number.
const WORD = '\u0001'
const NOUGHTS_BEFORE_WORD = '\u0002'
const END = '\u0003'
const NOUGHTS_BEFORE_NUMBER = '\u0004'
const NUMBER = '\u0005'

const VERSION = /^\d+(?:\.[0-9A-Za-z]+)*(?:-[0-9A-Za-z.-]+)?$/

/**
 * RubyGems: numbers and words; a word makes a pre-release.
 * @see https://docs.ruby-lang.org/en/master/Gem/Version.html
 */
export const rubygemsScheme: VersionScheme = {
  key: rubygemsKey,
  isVersion: (version) => VERSION.test(version),
  isPrerelease: (version) => /[A-Za-z-]/.test(version),
}

export function rubygemsKey(version: string): VersionKey {
  let key = ''
  let noughts = 0
  for (const segment of withoutNoughtsBeforeWords(rubygemsSegments(version))) {
    const isWord = isLetter(segment.charCodeAt(0))
    if (!isWord && isNought(segment)) {
      noughts += 1
      continue
    }
    if (noughts > 0)
      key += isWord ? NOUGHTS_BEFORE_WORD + countKey(noughts) : NOUGHTS_BEFORE_NUMBER + descendingCountKey(noughts)
    noughts = 0
    key += isWord ? WORD + segment + TEXT_END : NUMBER + numberKey(segment)
  }
  return key + END
}

/** Runs of digits and of letters; a hyphen says that a pre-release follows. */
export function rubygemsSegments(version: string): string[] {
  const text = version.trim().replaceAll('-', '.pre.')
  const segments: string[] = []
  let at = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    const end = isDigit(code) ? digitsEnd(text, at) : lettersEnd(text, at)
    if (end > at) segments.push(text.slice(at, end))
    at = Math.max(end, at + 1)
  }
  return segments
}

/** Noughts that end the numbers before the first word do not count: `1.0.a` is `1.a`. */
function withoutNoughtsBeforeWords(segments: readonly string[]): readonly string[] {
  const word = segments.findIndex((segment) => isLetter(segment.charCodeAt(0)))
  if (word === -1) return segments
  let end = word
  while (end > 0 && isNought(segments[end - 1] ?? '')) end -= 1
  return [...segments.slice(0, end), ...segments.slice(word)]
}

function isNought(segment: string): boolean {
  for (let at = 0; at < segment.length; at += 1) if (segment[at] !== '0') return false
  return true
}
