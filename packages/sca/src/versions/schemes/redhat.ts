import { digitsEnd, isDigit, isLetter, lettersEnd, numberKey, TEXT_END, type VersionKey } from '../keys.ts'
import type { VersionScheme } from '../scheme.ts'

// Order at each position. `~` is a pre-release of the preceding part, `^` a later snapshot of it.
const TILDE = '\u0001'
const END = '\u0002'
const CARET = '\u0003'
const WORD = '\u0004'
const NUMBER = '\u0005'

// A package without a release sorts below the same package with any.
const NO_RELEASE = '\u0001'
const RELEASE = '\u0002'

const VERSION = /^(?:\d+:)?[A-Za-z0-9][A-Za-z0-9._+~^]*(?:-[A-Za-z0-9._+~^]+)?$/

/**
 * rpm: epoch, version, release; separators only part, numbers sort above words.
 * @see https://rpm-software-management.github.io/rpm/manual/dependencies.html
 */
export const redhatScheme: VersionScheme = {
  key: redhatKey,
  isVersion: (version) => VERSION.test(version),
  isPrerelease: (version) => version.includes('~'),
}

function redhatKey(version: string): VersionKey {
  const text = version.trim()
  const colon = epochEnd(text)
  const rest = colon === -1 ? text : text.slice(colon + 1)
  const hyphen = rest.indexOf('-')
  const epoch = segmentsKey(colon === -1 ? '0' : text.slice(0, colon))
  if (hyphen === -1) return epoch + segmentsKey(rest) + NO_RELEASE
  return epoch + segmentsKey(rest.slice(0, hyphen)) + RELEASE + segmentsKey(rest.slice(hyphen + 1))
}

/** Returns the index of the colon after an epoch, or -1: a later colon is part of the version. */
function epochEnd(text: string): number {
  const colon = text.indexOf(':')
  if (colon === -1) return -1
  const before = text.slice(0, colon)
  return before.includes('.') || before.includes('-') || before.includes('+') ? -1 : colon
}

function segmentsKey(text: string): VersionKey {
  let key = ''
  let at = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    const end = isDigit(code) ? digitsEnd(text, at) : isLetter(code) ? lettersEnd(text, at) : at + 1
    if (isDigit(code)) key += NUMBER + numberKey(text.slice(at, end))
    else if (isLetter(code)) key += WORD + text.slice(at, end) + TEXT_END
    else if (text[at] === '~') key += TILDE
    else if (text[at] === '^') key += CARET
    at = end
  }
  return key + END
}
