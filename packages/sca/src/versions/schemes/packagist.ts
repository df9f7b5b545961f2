import { digitsEnd, isDigit, isNumber, numberKey, type VersionKey } from '../keys.ts'
import type { VersionScheme } from '../scheme.ts'

// Possible elements at a position, in sort order; the end sorts between pre-releases and numbers.
const UNKNOWN_WORD = '\u0001'
const PRERELEASE_MARKS = ['\u0002', '\u0003', '\u0004', '\u0005'] as const
const END = '\u0006'
const ANY_NUMBER = '\u0007'
const NUMBER = '\u0008'
const PATCH = '\u0009'

/** Matches any number: the only element that equals different elements. */
const WILD = '#'

const VERSION =
  /^v?\d+(?:\.\d+)*(?:[._-]?(?:dev|alpha|beta|rc|pl|patch|stable|[abp])(?:[.-]?\d+)*)?(?:-dev)?(?:\+[^\s]*)?$/i
const BRANCH = /^dev-|-dev$/i

/**
 * Packagist: PHP's `version_compare`.
 * @see https://www.php.net/manual/en/function.version-compare.php
 */
export const packagistScheme: VersionScheme = {
  key: packagistKey,
  advisoryKey: composerKey,
  isVersion: (version) => VERSION.test(version) || version.startsWith('dev-'),
  isPrerelease: (version) =>
    BRANCH.test(version) || packagistParts(version.toLowerCase()).some((part) => prereleaseOf(part) !== -1),
  compare: (a, b) =>
    a.includes(WILD) || b.includes(WILD) ? compareWild(a, b) : compareKeys(packagistKey(a), packagistKey(b)),
}

/** Normalizes a version like Composer: without `v` and build, with four numbers, so that `1.0` and `1.0.0` are equal. */
export function composerVersion(version: string): string {
  const text = withoutV(version).split('+', 1)[0] ?? ''
  let at = 0
  let numbers = 0
  while (isDigit(text.charCodeAt(at))) {
    at = digitsEnd(text, at)
    numbers += 1
    if (text[at] === '.' && isDigit(text.charCodeAt(at + 1))) at += 1
    else break
  }
  return numbers === 0 || numbers >= 4 ? text : text.slice(0, at) + '.0'.repeat(4 - numbers) + text.slice(at)
}

/** Returns the key of a normalized version: the order for requirements and advisories. */
export function composerKey(version: string): VersionKey {
  return packagistKey(composerVersion(version).toLowerCase())
}

export function packagistKey(version: string): VersionKey {
  let key = ''
  for (const part of packagistParts(version)) key += partKey(part)
  return key + END
}

/** Runs of digits and of other things; every separator and each change between the two cuts. */
function packagistParts(version: string): string[] {
  const text = withoutV(version)
  const parts: string[] = []
  let at = 0
  while (at < text.length) {
    let end = digitsEnd(text, at)
    if (end === at) end = wordEnd(text, at)
    if (end > at) parts.push(text.slice(at, end))
    at = Math.max(end, at + 1)
  }
  return parts
}

function wordEnd(text: string, from: number): number {
  let end = from
  while (end < text.length && !isDigit(text.charCodeAt(end)) && !'.-_+'.includes(text.charAt(end))) end += 1
  return end
}

function partKey(part: string): VersionKey {
  if (isNumber(part)) return NUMBER + numberKey(part)
  if (part === WILD) return ANY_NUMBER
  if (part.startsWith('p')) return PATCH
  return PRERELEASE_MARKS[prereleaseOf(part)] ?? UNKNOWN_WORD
}

/** Returns the rank of a pre-release; PHP compares the first letters, with case; -1 when it is none. */
function prereleaseOf(part: string): number {
  if (part.startsWith('dev')) return 0
  if (part.startsWith('a')) return 1
  if (part.startsWith('b')) return 2
  return part.startsWith('rc') || part.startsWith('RC') ? 3 : -1
}

/** Compares part by part, where `#` equals every number and the end of the version. */
function compareWild(a: string, b: string): number {
  const left = packagistParts(a)
  const right = packagistParts(b)
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const pair = [left[at], right[at]] as const
    if (pair.includes(WILD) && pair.every((part) => part === undefined || part === WILD || isNumber(part))) continue
    const order = compareKeys(sided(pair[0]), sided(pair[1]))
    if (order !== 0) return order
  }
  return 0
}

function sided(part: string | undefined): VersionKey {
  return part === undefined ? END : partKey(part)
}

function compareKeys(a: VersionKey, b: VersionKey): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function withoutV(version: string): string {
  const text = version.trim()
  return (text[0] === 'v' || text[0] === 'V') && isDigit(text.charCodeAt(1)) ? text.slice(1) : text
}
