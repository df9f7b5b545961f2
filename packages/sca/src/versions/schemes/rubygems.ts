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

// RubyGems versions are padded with zeros indefinitely, and words sort below zero. So at each position, in order: a word; some zeros
// before a word (the more, the later); zeros indefinitely; some zeros before a number (the fewer, the later); a number.
const WORD = '\u0001'
const NOUGHTS_BEFORE_WORD = '\u0002'
const END = '\u0003'
const NOUGHTS_BEFORE_NUMBER = '\u0004'
const NUMBER = '\u0005'

const VERSION = /^\d+(?:\.[0-9A-Za-z]+)*(?:-[0-9A-Za-z.-]+)?$/

/**
 * RubyGems: numbers and words; a word marks a pre-release.
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
  for (const segment of withoutZerosBeforeWords(rubygemsSegments(version))) {
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

/** Splits into runs of digits and of letters; a hyphen starts a pre-release. */
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

/** Zeros directly before the first word are ignored: `1.0.a` is `1.a`. */
function withoutZerosBeforeWords(segments: readonly string[]): readonly string[] {
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
