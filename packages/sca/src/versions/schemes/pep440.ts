import { digitsEnd, isDigit } from '../keys.ts'

/** A version by PEP 440; numbers are digits of any length. */
export interface Pep440 {
  readonly epoch: string
  readonly release: readonly string[]
  readonly pre: { readonly stage: 'a' | 'b' | 'rc'; readonly number: string } | undefined
  readonly post: string | undefined
  readonly dev: string | undefined
  /** Segments of the local part, in lower case. */
  readonly local: readonly string[]
}

/** Spellings of the stages, longer ones before their prefixes. */
const STAGES: readonly (readonly [string, 'a' | 'b' | 'rc'])[] = [
  ['alpha', 'a'],
  ['a', 'a'],
  ['beta', 'b'],
  ['b', 'b'],
  ['preview', 'rc'],
  ['pre', 'rc'],
  ['rc', 'rc'],
  ['c', 'rc'],
]
const POST_WORDS = ['post', 'rev', 'r'] as const
const LOCAL = /^[a-z0-9]+(?:[-_.][a-z0-9]+)*$/

/** Parses a version in all spellings of PEP 440; undefined when invalid. */
export function parsePep440(version: string): Pep440 | undefined {
  const text = version.trim().toLowerCase()
  const plus = text.indexOf('+')
  const local = plus === -1 ? undefined : text.slice(plus + 1)
  if (local !== undefined && !LOCAL.test(local)) return undefined
  const place = { text: plus === -1 ? text : text.slice(0, plus), at: 0 }

  if (place.text[0] === 'v') place.at = 1
  const epoch = readEpoch(place)
  const release = readRelease(place)
  if (release.length === 0) return undefined
  // Most versions are numbers alone.
  const isRelease = place.at === place.text.length
  if (isRelease) return { epoch, release, pre: undefined, post: undefined, dev: undefined, local: segmentsOf(local) }
  const pre = readStage(place)
  const post = readPost(place)
  const dev = readWord(place, ['dev'])
  if (place.at !== place.text.length) return undefined
  return { epoch, release, pre, post, dev, local: segmentsOf(local) }
}

function segmentsOf(local: string | undefined): readonly string[] {
  return local?.split(/[-_.]/) ?? []
}

/** Position of the parser. */
interface ReadPosition {
  readonly text: string
  at: number
}

function readDigits(place: ReadPosition): string {
  const end = digitsEnd(place.text, place.at)
  const digits = place.text.slice(place.at, end)
  place.at = end
  return digits
}

function readEpoch(place: ReadPosition): string {
  const end = digitsEnd(place.text, place.at)
  return end > place.at && place.text[end] === '!' ? skipping(place, readDigits(place)) : '0'
}

function skipping<T>(place: ReadPosition, read: T): T {
  place.at += 1
  return read
}

function readRelease(place: ReadPosition): string[] {
  const release: string[] = []
  while (isDigit(place.text.charCodeAt(place.at))) {
    release.push(readDigits(place))
    if (place.text[place.at] === '.' && isDigit(place.text.charCodeAt(place.at + 1))) place.at += 1
    else break
  }
  return release
}

function readStage(place: ReadPosition): Pep440['pre'] {
  for (const [word, stage] of STAGES) {
    const number = readWord(place, [word])
    if (number !== undefined) return { stage, number }
  }
  return undefined
}

/** `.post1` in its spellings, or `-1` alone. */
function readPost(place: ReadPosition): string | undefined {
  if (place.text[place.at] === '-' && isDigit(place.text.charCodeAt(place.at + 1))) {
    place.at += 1
    return readDigits(place)
  }
  return readWord(place, POST_WORDS)
}

/** Reads one of the words and the following number, zero without one; each may have a separator. */
function readWord(place: ReadPosition, words: readonly string[]): string | undefined {
  const start = place.at + (isSeparator(place.text[place.at]) ? 1 : 0)
  const word = words.find((candidate) => place.text.startsWith(candidate, start))
  if (word === undefined) return undefined
  place.at = start + word.length
  if (isSeparator(place.text[place.at]) && isDigit(place.text.charCodeAt(place.at + 1))) place.at += 1
  const digits = readDigits(place)
  return digits === '' ? '0' : digits
}

function isSeparator(unit: string | undefined): boolean {
  return unit === '.' || unit === '-' || unit === '_'
}
