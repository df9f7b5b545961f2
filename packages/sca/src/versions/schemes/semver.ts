import { digitsEnd, isDigit, isNumber, numberKey, TEXT_END, type VersionKey, ZERO_KEY } from '../keys.ts'
import type { VersionScheme } from '../scheme.ts'

/** A version cut by the rules of Semantic Versioning, as far as it follows them. */
export interface SemverParts {
  /** Leading numbers as digits; three or more if well-formed. */
  readonly numbers: readonly string[]
  /** Part after the first `-`, or other text after the numbers; empty for a release. */
  readonly prerelease: string
  /** After the `+`. */
  readonly build: string
}

// After the numbers: a pre-release sorts below the release, and a fourth number above it.
const PRERELEASE = '\u0001'
const RELEASE = '\u0002'
const MORE_NUMBERS = '\u0003'
// Order of pre-release identifiers: the end, numbers, words.
const END = '\u0001'
const NUMBER = '\u0002'
const WORD = '\u0003'

/** Numbers of the core of a version; Semantic Versioning 2.0.0, rule 2. */
const CORE_NUMBERS = 3

/** Splits a version without a leading `v` or `=`. An invalid version is all pre-release. */
export function semverParts(version: string): SemverParts {
  const text = version.trim()
  const numbers: string[] = []
  let at = coreStart(text)
  while (isDigit(text.charCodeAt(at))) {
    const end = digitsEnd(text, at)
    numbers.push(text.slice(at, end))
    at = end
    if (text[at] === '.' && isDigit(text.charCodeAt(at + 1))) at += 1
    else break
  }
  const plus = text.indexOf('+', at)
  const rest = plus === -1 ? text.slice(at) : text.slice(at, plus)
  const opens = rest[0] === '-' || rest[0] === '.' || rest[0] === '_'
  return {
    numbers,
    prerelease: opens ? rest.slice(1) : rest,
    build: plus === -1 ? '' : text.slice(plus + 1),
  }
}

/** Key of a version by precedence: rule 11 of Semantic Versioning 2.0.0. */
export function semverKey(version: string): VersionKey {
  const plain = plainKey(version)
  if (plain !== undefined) return plain
  const { numbers, prerelease } = semverParts(version)
  return coreKey(numbers) + (prerelease === '' ? RELEASE : PRERELEASE + identifiersKey(prerelease))
}

/** Key of three numbers and nothing else, as most versions are; undefined for all others. */
function plainKey(version: string): VersionKey | undefined {
  const major = digitsEnd(version, 0)
  if (major === 0 || version[major] !== '.') return undefined
  const minor = digitsEnd(version, major + 1)
  if (minor === major + 1 || version[minor] !== '.') return undefined
  const patch = digitsEnd(version, minor + 1)
  if (patch === minor + 1 || patch !== version.length) return undefined
  return (
    numberKey(version.slice(0, major)) +
    numberKey(version.slice(major + 1, minor)) +
    numberKey(version.slice(minor + 1)) +
    RELEASE
  )
}

/** Returns the key of the numbers, including those beyond the third; missing ones are zero. */
export function coreKey(numbers: readonly string[]): VersionKey {
  let key = ''
  for (let at = 0; at < Math.max(CORE_NUMBERS, numbers.length); at += 1) {
    const digits = numbers[at]
    if (at >= CORE_NUMBERS) key += MORE_NUMBERS
    key += digits === undefined ? ZERO_KEY : numberKey(digits)
  }
  return key
}

/** Key of identifiers between dots: numbers by value below words by ASCII, and fewer below more. */
export function identifiersKey(text: string): VersionKey {
  let key = ''
  for (const identifier of text.split('.')) {
    key += isNumber(identifier) ? NUMBER + numberKey(identifier) : WORD + identifier + TEXT_END
  }
  return key + END
}

/** Registry syntax: three numbers, with an optional `v` where tags become versions. */
const VERSION = /^v?\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/

/** npm, Cargo, Hex and all that order by Semantic Versioning alone. */
export const semverScheme: VersionScheme = {
  key: semverKey,
  isVersion: (version) => VERSION.test(version),
  isPrerelease: (version) => semverParts(version).prerelease !== '',
}

function coreStart(text: string): number {
  let at = 0
  if (text[at] === '=') at += 1
  const isV = text[at] === 'v' || text[at] === 'V'
  return isV && isDigit(text.charCodeAt(at + 1)) ? at + 1 : at
}
