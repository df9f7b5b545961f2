import { isPlaceholder, isRandom, type Picture } from '@gatehouse/formats/credentials'
import type { SecretRule } from '../rules/rule.ts'
import { VENDOR_RULES } from '../rules/vendor-rules.ts'
import type { Detector, Source } from './candidate.ts'
import { wordShare } from './assigned/likeness.ts'
import { factsOf } from './facts.ts'

/** One structure of one rule. */
export interface Shape {
  readonly rule: SecretRule
  readonly picture: Picture
}

/** A valid checksum is nearly certain. */
const PROVEN_CONFIDENCE = 0.99

/** Minimum length of a literal. Values without a longer literal are found by their names. */
const MARK_UNITS_MIN = 3

/** Structures with a literal, by that literal. */
export const MARKS: ReadonlyMap<string, readonly Shape[]> = shapesByLiteral()

/** Checks the values with the literal at `[start, end)`. */
export function detectByLiteral(shapes: readonly Shape[]): Detector {
  return (source, start) => {
    for (const shape of shapes) {
      const from = start - (shape.picture.anchor?.offset ?? 0)
      if (from >= 0) checkShape(source, from, shape)
    }
  }
}

function checkShape({ text, nature, emit }: Source, start: number, { rule, picture }: Shape): void {
  if (isJoined(text, start)) return
  picture.form.lastIndex = start
  const match = picture.form.exec(text)
  if (match === null) return
  const end = start + match[0].length
  if (isContinued(text, end, picture) || !isLikely(match, picture)) return
  const checked = rule.format?.check?.(match[0]) ?? true
  if (checked === false) return
  const proven = checked === 'proven'
  // A wrong checksum means that the value is invented, or that the vendor changed the checksum.
  if (
    isExampleValue(rule, proven) &&
    (nature.rehearsal || nature.form === 'prose' || wordShare(match[0]) > WORD_SHARE_MAX)
  )
    return
  const confidence = proven
    ? PROVEN_CONFIDENCE
    : isExampleValue(rule, proven)
      ? UNPROVEN_CONFIDENCE
      : (rule.format?.score ?? 0)
  emit({ rule, start, end, confidence, proven, ...factsOf(rule, match[0]) })
}

const UNPROVEN_CONFIDENCE = 0.55
const WORD_SHARE_MAX = 0.3

function isExampleValue({ format }: SecretRule, proven: boolean): boolean {
  return format?.check !== undefined && !proven
}

/** Returns whether the variable parts of the value look random. */
export function isLikely(match: RegExpExecArray, { symbols }: Picture): boolean {
  const body = match.slice(1).join('')
  return !isPlaceholder(match[0]) && (body === '' || isRandom(body, symbols))
}

/** Returns whether a literal is part of a longer word: "task-…" contains "sk-". */
function isJoined(text: string, start: number): boolean {
  const before = text.charCodeAt(start - 1)
  if (!isWordUnit(before) && before !== 45) return false
  // The letter may end an escape such as `\n`, or a percent-encoded character such as `%3D`.
  if (text.charCodeAt(start - 2) === BACKSLASH && (before === 110 || before === 114 || before === 116)) return false
  return !(text.charCodeAt(start - 3) === PERCENT && HEX_PAIR.test(text.slice(start - 2, start)))
}

const BACKSLASH = 92
const PERCENT = 37
const HEX_PAIR = /^[0-9A-F]{2}$/

/** Returns whether another character of the last group follows. A full stop at the end of a sentence does not count. */
function isContinued(text: string, end: number, { tail }: Picture): boolean {
  return tail.test(text.charAt(end)) && !(text.charAt(end) === '.' && !isWordUnit(text.charCodeAt(end + 1)))
}

/** Letters, digits and `_` of ASCII. */
export function isWordUnit(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57) || unit === 95
}

/** Returns the literal that locates a structure, in lower case; undefined without a literal that is long enough. */
export function literalOf({ rule, picture }: Shape): string | undefined {
  if ((rule.format?.names.length ?? 0) > 0) return undefined
  const first = picture.parts[0]
  const mark = picture.anchor?.literal ?? (typeof first === 'string' ? first : '')
  return mark.length >= MARK_UNITS_MIN ? mark.toLowerCase() : undefined
}

function shapesByLiteral(): ReadonlyMap<string, readonly Shape[]> {
  const marks = new Map<string, Shape[]>()
  for (const rule of VENDOR_RULES) {
    for (const picture of rule.format?.pictures ?? []) {
      const mark = literalOf({ rule, picture })
      if (mark !== undefined) marks.set(mark, [...(marks.get(mark) ?? []), { rule, picture }])
    }
  }
  return marks
}
