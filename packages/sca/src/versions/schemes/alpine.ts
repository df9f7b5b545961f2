import { descendingCountKey, digitsEnd, isDigit, isLetter, numberKey, type VersionKey } from '../keys.ts'
import type { VersionScheme } from '../scheme.ts'

/** Possible next parts of an apk version, in their required order. */
const KINDS = ['part', 'digits', 'letter', 'suffix', 'suffixNumber', 'revision', 'end', 'invalid'] as const
type Next = (typeof KINDS)[number]

// Marks of the next part, in sort order for versions with a common prefix: pre-releases and invalid suffixes sort before the end,
// everything else after it.
const PRE_SUFFIX_MARK = '\u0001'
const EMPTY_PART_MARK = '\u0003'
const MARK: Readonly<Record<Next, string>> = {
  invalid: '\u0002',
  end: '\u0004',
  revision: '\u0005',
  suffixNumber: '\u0006',
  suffix: '\u0007',
  letter: '\u0008',
  digits: '\u000b',
  part: '\u000c',
}

/** Pre-release suffixes sort before the version itself, in this order; an unknown suffix counts as the last. */
const PRE_SUFFIXES = ['alpha', 'beta', 'pre', 'rc'] as const
const POST_SUFFIXES = ['cvs', 'svn', 'git', 'hg', 'p'] as const

/** A part with leading noughts is a fraction: it sorts below all numbers, the more noughts the lower. */
const FRACTION = '\u0010'

const VERSION = /^\d+(?:\.\d+)*[a-z]?(?:_(?:alpha|beta|pre|rc|cvs|svn|git|hg|p)\d*)*(?:-r\d+)?$/

/**
 * Alpine's apk: numbers, a letter, suffixes, a revision.
 * @see https://wiki.alpinelinux.org/wiki/APKBUILD_Reference#pkgver
 */
export const alpineScheme: VersionScheme = {
  key: alpineKey,
  isVersion: (version) => VERSION.test(version),
  isPrerelease: (version) => /_(?:alpha|beta|pre|rc)/.test(version),
}

interface TokenPosition {
  readonly next: Next
  readonly at: number
  readonly key: VersionKey
}

function alpineKey(version: string): VersionKey {
  const text = version.trim()
  let key = ''
  let next: Next = 'digits'
  let at = 0
  while (next !== 'end' && next !== 'invalid') {
    const read = readToken(text, at, next)
    key += read.key
    next = read.next
    at = read.at
    key += markAt(text, at, next)
  }
  return key
}

function markAt(text: string, at: number, next: Next): string {
  if (next === 'suffix' && isPreSuffix(text, at)) return PRE_SUFFIX_MARK
  return next === 'part' && !isDigit(text.charCodeAt(at)) ? EMPTY_PART_MARK : MARK[next]
}

/** Returns the key of the token at a position, and the rest. */
function readToken(text: string, at: number, kind: Next): TokenPosition {
  if (at >= text.length) return { next: 'end', at, key: numberKey('') }
  if (kind === 'invalid' || kind === 'end') return { next: 'invalid', at, key: '' }
  if (kind === 'suffix') return readSuffix(text, at)
  if (kind === 'letter') return { ...after(text, at + 1, kind), key: text.charAt(at) }
  if (kind === 'part' && text[at] === '0') return readFraction(text, at)
  const end = digitsEnd(text, at)
  return { ...after(text, end, kind), key: numberKey(text.slice(at, end)) }
}

function readFraction(text: string, at: number): TokenPosition {
  let end = at
  while (text[end] === '0') end += 1
  return { next: end === text.length ? 'end' : 'digits', at: end, key: FRACTION + descendingCountKey(end - at) }
}

function readSuffix(text: string, at: number): TokenPosition {
  const pre = PRE_SUFFIXES.findIndex((suffix) => text.startsWith(suffix, at))
  if (pre !== -1) return { ...after(text, at + (PRE_SUFFIXES[pre] ?? '').length, 'suffix'), key: String(pre) }
  const post = POST_SUFFIXES.findIndex((suffix) => text.startsWith(suffix, at))
  if (post !== -1) return { ...after(text, at + (POST_SUFFIXES[post] ?? '').length, 'suffix'), key: String(post) }
  return { next: 'invalid', at, key: String(PRE_SUFFIXES.length - 1) }
}

function isPreSuffix(text: string, at: number): boolean {
  return (
    !POST_SUFFIXES.some((suffix) => text.startsWith(suffix, at)) ||
    PRE_SUFFIXES.some((suffix) => text.startsWith(suffix, at))
  )
}

/** Returns the next part after a token of one kind, after its separator. */
function after(text: string, at: number, kind: Next): { readonly next: Next; readonly at: number } {
  if (at >= text.length) return { next: 'end', at }
  const code = text.charCodeAt(at)
  if ((kind === 'digits' || kind === 'part') && code >= 0x61 && code <= 0x7a) return { next: 'letter', at }
  if (kind === 'letter' && isDigit(code)) return { next: 'digits', at }
  if (kind === 'suffix' && isDigit(code)) return { next: 'suffixNumber', at }
  const next = separated(text, at)
  return { next: mayFollow(next, kind) ? next : 'invalid', at: next === 'revision' ? at + 2 : at + 1 }
}

function separated(text: string, at: number): Next {
  if (text[at] === '.') return 'part'
  if (text[at] === '_') return 'suffix'
  return text[at] === '-' && text[at + 1] === 'r' && !isLetter(text.charCodeAt(at + 2)) ? 'revision' : 'invalid'
}

function mayFollow(next: Next, kind: Next): boolean {
  if (KINDS.indexOf(next) >= KINDS.indexOf(kind)) return true
  return (next === 'part' && kind === 'digits') || (next === 'suffix' && kind === 'suffixNumber')
}
