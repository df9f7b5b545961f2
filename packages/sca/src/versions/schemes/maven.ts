import { digitsEnd, isDigit, isNumber, numberKey, TEXT_END, type VersionKey, ZERO_KEY } from '../keys.ts'
import type { VersionScheme } from '../scheme.ts'

/** Token of a version with the preceding separator. */
export interface Token {
  readonly dotted: boolean
  /** Digits without leading zeros, `0` for nought, or a word in lower case. */
  readonly text: string
}

// Possible elements at a position, in sort order. The end sorts between words before a release and words after it.
const WORD_BEFORE_RELEASE = '\u0001'
const END = '\u0002'
const SERVICE_PACK = '\u0003'
const OTHER_WORD = '\u0004'
const HYPHEN_NUMBER = '\u0005'
const DOT_NUMBER = '\u0006'

// Order of two words at one position, by their separators.
const DOT_WORD = '\u0001'
const HYPHEN_WORD = '\u0002'

/** Words in order of maturity; all other words sort after a release. */
const WORDS_BEFORE_RELEASE = ['alpha', 'beta', 'milestone', 'rc', 'snapshot'] as const
/** Words without meaning: the release itself. */
const NULL_WORDS: ReadonlySet<string> = new Set(['', 'ga', 'final', 'release'])
/** Only when a number follows at once. */
const SHORT_WORDS: Readonly<Record<string, string>> = { a: 'alpha', b: 'beta', m: 'milestone' }

const VERSION = /^[0-9A-Za-z][0-9A-Za-z._+-]*$/

/**
 * Maven. Keys follow the current `ComparableVersion`, where a word after a dot counts as after a hyphen. Pairs of versions are compared as
 * in the POM reference and older releases, which distinguish `1.0.RC1` from `1.0-RC1`; that rule is cyclic (`2.9.0.RC3 < 2.9.0 < 2.9.0-1 <
 * 2.9.0.RC1`), so that it cannot be used for sorting.
 * @see https://maven.apache.org/pom.html#version-order-specification
 */
export const mavenScheme: VersionScheme = {
  key: mavenKey,
  compare: comparePairwise,
  isVersion: (version) => VERSION.test(version) && /\d/.test(version),
  isPrerelease: (version) =>
    mavenTokens(version).some(({ text }) => (WORDS_BEFORE_RELEASE as readonly string[]).includes(text)),
}

export function mavenKey(version: string): VersionKey {
  let key = ''
  for (const token of trimmed(mavenTokens(version).map(hyphened))) key += tokenKey(token)
  return key + END
}

/** Treats a word after a dot like one after a hyphen. */
function hyphened(token: Token): Token {
  return token.dotted && !isDigit(token.text.charCodeAt(0)) ? { dotted: false, text: token.text } : token
}

function mavenTokens(version: string): Token[] {
  const text = version.trim().toLowerCase()
  const tokens: Token[] = []
  let dotted = true
  let at = 0
  while (at <= text.length) {
    const end = tokenEnd(text, at)
    tokens.push(tokenOf(text.slice(at, end), dotted, isDigit(text.charCodeAt(end))))
    const separator = text[end]
    if (separator === undefined) break
    // A transition between digits and letters counts as an implicit hyphen.
    const written = separator === '.' || separator === '-'
    dotted = separator === '.'
    at = written ? end + 1 : end
  }
  return tokens
}

function tokenEnd(text: string, from: number): number {
  if (isDigit(text.charCodeAt(from))) return digitsEnd(text, from)
  let end = from
  while (end < text.length && !isDigit(text.charCodeAt(end)) && !'.-'.includes(text.charAt(end))) end += 1
  return end
}

function tokenOf(text: string, dotted: boolean, digitFollows: boolean): Token {
  if (isNumber(text)) return { dotted, text: withoutZeros(text) }
  // An empty token is a nought.
  if (text === '') return { dotted, text: '0' }
  const word = (digitFollows ? SHORT_WORDS[text] : undefined) ?? (text === 'cr' ? 'rc' : text)
  return { dotted, text: word }
}

/** Removes zeros and empty words at the end or before a hyphen; the first token is always kept. */
function trimmed(tokens: readonly Token[]): Token[] {
  const remaining: Token[] = []
  for (const token of tokens) {
    if (!token.dotted) dropNulls(remaining)
    remaining.push(token)
  }
  dropNulls(remaining)
  return remaining
}

function dropNulls(tokens: Token[]): void {
  while (tokens.length > 1 && isNull(tokens.at(-1)?.text ?? '')) tokens.pop()
}

function isNull(text: string): boolean {
  return text === '0' || NULL_WORDS.has(text)
}

/** Returns the key of a token among the possible ones at its position. */
function tokenKey({ dotted, text }: Token): VersionKey {
  if (isDigit(text.charCodeAt(0))) return (dotted ? DOT_NUMBER : HYPHEN_NUMBER) + numberKey(text)
  const before = (WORDS_BEFORE_RELEASE as readonly string[]).indexOf(text)
  if (before !== -1) return WORD_BEFORE_RELEASE + String(before)
  return text === 'sp' ? SERVICE_PACK : OTHER_WORD + (NULL_WORDS.has(text) ? '' : text) + TEXT_END
}

function withoutZeros(digits: string): string {
  let zeros = 0
  while (zeros < digits.length - 1 && digits[zeros] === '0') zeros += 1
  return digits.slice(zeros)
}

/** Compares token by token; the shorter version is padded with zeros, or with the empty word against words. */
function comparePairwise(a: string, b: string): number {
  const left = trimmed(mavenTokens(a))
  const right = trimmed(mavenTokens(b))
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const order = compareTokens(left[at], right[at])
    if (order !== 0) return order
  }
  return 0
}

function compareTokens(a: Token | undefined, b: Token | undefined): number {
  const left = pairwiseKey(a, b)
  const right = pairwiseKey(b, a)
  return left < right ? -1 : left > right ? 1 : 0
}

/** Words after a dot sort before words after a hyphen, and all words before numbers. */
function pairwiseKey(token: Token | undefined, other: Token | undefined): VersionKey {
  if (token === undefined) return other?.dotted === true && isNumber(other.text) ? DOT_NUMBER + ZERO_KEY : END
  if (other === undefined || isNumber(token.text)) return tokenKey(token)
  if (isNumber(other.text)) return END
  return (token.dotted ? DOT_WORD : HYPHEN_WORD) + tokenKey(token)
}
