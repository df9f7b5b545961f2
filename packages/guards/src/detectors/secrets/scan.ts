import {
  isPlaceholder,
  isRandom,
  type Picture,
  SECRET_FORMATS,
  type SecretFormat,
} from '@gatehouse/formats/credentials'
import type { TokenTable } from '../pii/tokens.ts'
import { isAlnumCode } from '../pii/tokens.ts'
import { judgeAssigned, NAME_WORDS } from './assigned.ts'
import { NameIndex, readKeyName } from './key-name.ts'
import { matchRule, SECRET_RULES } from './rules.ts'

/** One view of a text with the results of the single pass over it. */
export interface SecretSource {
  readonly text: string
  readonly units: Uint16Array
  readonly table: TokenTable
}

export type EmitSecret = (start: number, end: number, score: number, kind: string) => void

interface Shape {
  readonly format: SecretFormat
  readonly picture: Picture
}

const byAnchor = new Map<string, Shape[]>()
const byHead = new Map<string, Shape[]>()
/** Shapes with a leading group of digits, by its length. */
const byDigits = new Map<number, Shape[]>()
const byName = fillIndexes()

/** A proven checksum leaves no doubt. */
const PROVEN_SCORE = 0.99

/** Minimum length of a value that a name can mark as a secret; most tokens are shorter. */
const TOKEN_UNITS_MIN = 8

/** Letters, digits and `- . / + _ ~`. */
const TOKEN_UNITS = Uint8Array.from({ length: 0x10000 }, (_, unit) =>
  isAlnumCode(unit) || '-./+_~'.includes(String.fromCharCode(unit)) ? 1 : 0,
)

/** Literals at which {@link secretsAtAnchor} runs. */
export const SECRET_ANCHORS: readonly string[] = [
  ...new Set(
    [...byAnchor.keys(), ...SECRET_RULES.flatMap(({ anchors }) => anchors)].map((anchor) => anchor.toLowerCase()),
  ),
]

/** Reports secrets that start with, or contain, the anchor that ends before `end`. Takes a bounded number of steps. */
export function secretsAtAnchor({ text }: SecretSource, end: number, emit: EmitSecret, anchor: string): void {
  const place = end - anchor.length
  for (const shape of byAnchor.get(anchor) ?? []) {
    const start = place - (shape.picture.anchor?.offset ?? 0)
    if (start >= 0) emitShape(text, start, shape, emit)
  }
  matchRule(text, place, anchor, emit)
}

/** Reports values that their first characters or their names identify; scans tokens with a digit. */
export function secretsInTokens({ text, units, table }: SecretSource, emit: EmitSecret): void {
  let floor = 0
  let foundEnd = 0
  for (let index = 0; index < table.count; index++) {
    const run = table.starts[index] as number
    const runEnd = table.ends[index] as number
    if (run < floor) continue
    for (const shape of byDigits.get(runEnd - run) ?? []) emitShape(text, run, shape, emit)
    const start = startOfToken(units, run, floor)
    const end = endOfToken(units, runEnd, text.length)
    if (end - start < TOKEN_UNITS_MIN) {
      floor = end
      continue
    }
    scanHeads(text, isEscaped(text, start) ? start + 1 : start, run, emit)
    floor = end
    const named = scanNamed(text, units, start, foundEnd, emit)
    if (named > 0) floor = foundEnd = Math.max(end, named)
  }
}

function scanHeads(text: string, start: number, run: number, emit: EmitSecret): void {
  for (const shape of byHead.get(text.slice(start, start + 2)) ?? []) emitShape(text, start, shape, emit)
  if (run === start) return
  for (const shape of byHead.get(text.slice(run, run + 2)) ?? []) emitShape(text, run, shape, emit)
}

/** @returns the end of the finding, or 0 */
function scanNamed(text: string, units: Uint16Array, start: number, foundEnd: number, emit: EmitSecret): number {
  const key = readKeyName(text, units, start, foundEnd)
  if (key === undefined) return 0
  const shapes = byName.find(text, units, key.start, key.end)
  if (shapes.length === 0) return 0
  const name = text.slice(key.start, key.end).toLowerCase()
  let sayKey = false
  for (const shape of shapes) {
    if (shape === undefined) sayKey = true
    else if (key.joint !== 'blank' || SAYS_KEY.test(name)) {
      const end = matchNamed(text, start, shape, name)
      if (end === 0) continue
      emit(start, end, shape.format.score, shape.format.id)
      return end
    }
  }
  return sayKey ? judgeAssigned(text, start, name, key.joint, emit) : 0
}

/** Names of public values: a digest, a request number, a location. */
const PUBLIC_NAME =
  /(?:hash|sha\d*|md5|checksum|digest|etag|commit|revision|integrity|fingerprint|trace|span|request|correlation)[\w -]{0,6}["'\s]*$/
const SAYS_KEY = /key|token|secret|passw|auth|credential|\bis\b|\bwas\b/

function matchNamed(text: string, start: number, { format, picture }: Shape, name: string): number {
  const match = matchAt(text, start, picture)
  if (match === null || PUBLIC_NAME.test(name)) return 0
  const end = start + match[0].length
  if (isContinued(text, end) || !isLikely(match, picture)) return 0
  return format.check?.(match[0]) === false ? 0 : end
}

function emitShape(text: string, start: number, { format, picture }: Shape, emit: EmitSecret): void {
  if (isJoined(text, start)) return
  const match = matchAt(text, start, picture)
  if (match === null || isTooLong(text, start + match[0].length, picture) || !isLikely(match, picture)) return
  const checked = format.check?.(match[0]) ?? true
  if (checked === false) return
  emit(start, start + match[0].length, checked === 'proven' ? PROVEN_SCORE : format.score, format.id)
}

/** Whether one more character of the last group follows; a full stop at the end of a sentence does not count. */
function isTooLong(text: string, end: number, { tail }: Picture): boolean {
  return tail.test(text.charAt(end)) && !(text.charAt(end) === '.' && !isAlnumCode(text.charCodeAt(end + 1)))
}

function matchAt(text: string, start: number, { form }: Picture): RegExpExecArray | null {
  form.lastIndex = start
  return form.exec(text)
}

function isLikely(match: RegExpExecArray, { symbols }: Picture): boolean {
  const body = match.slice(1).join('')
  return !isPlaceholder(match[0]) && (body === '' || isRandom(body, symbols))
}

/** Whether a mark is inside a longer word by coincidence: "task-…" contains "sk-". */
function isJoined(text: string, start: number): boolean {
  const before = text.charCodeAt(start - 1)
  if (!isAlnumCode(before) && before !== 95 && before !== 45) return false
  return !isEscaped(text, start - 1)
}

/** Whether the letter at `at` ends an escape such as `\n`. */
function isEscaped(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return (unit === 110 || unit === 114 || unit === 116) && text.charCodeAt(at - 1) === 92
}

/** The value is a part of something longer. */
function isContinued(text: string, end: number): boolean {
  const after = text.charCodeAt(end)
  if (isAlnumCode(after) || after === 95 || after === 45) return true
  const joint = after === 46 || after === 47 || after === 43 || after === 58 || after === 64
  return joint && isAlnumCode(text.charCodeAt(end + 1))
}

function startOfToken(units: Uint16Array, run: number, floor: number): number {
  let at = run
  while (at > floor && TOKEN_UNITS[units[at - 1] as number] === 1) at--
  return at
}

function endOfToken(units: Uint16Array, runEnd: number, length: number): number {
  let at = runEnd
  while (at < length && TOKEN_UNITS[units[at] as number] === 1) at++
  return at
}

/** @returns words of names; those without a vendor map to undefined */
function fillIndexes(): NameIndex<Shape | undefined> {
  const names = new Map<string, (Shape | undefined)[]>()
  for (const format of SECRET_FORMATS) {
    for (const picture of format.pictures) {
      const shape = { format, picture }
      const [first] = picture.parts
      for (const name of format.names) push(names, name, shape)
      if (format.names.length > 0) continue
      if (picture.anchor !== undefined) push(byAnchor, picture.anchor.literal.toLowerCase(), shape)
      else if (picture.head !== undefined) push(byHead, picture.head, shape)
      else if (typeof first === 'object')
        for (let length = first.min; length <= first.max; length++) push(byDigits, length, shape)
    }
  }
  for (const word of NAME_WORDS) push(names, word, undefined)
  return new NameIndex(names)
}

function push<Key, Entry>(index: Map<Key, Entry[]>, key: Key, shape: Entry): void {
  index.set(key, [...(index.get(key) ?? []), shape])
}
