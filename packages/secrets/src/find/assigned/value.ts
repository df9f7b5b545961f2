import { entropy, isReference, isUuid } from '@gatehouse/formats/credentials'
import type { Nature } from '../nature.ts'
import type { OwnRuleName } from '../../rules/own.ts'
import type { AssignedValue } from './joint.ts'
import { pairMean, wordShare } from './likeness.ts'
import type { SecretName } from './name.ts'
import { isNoValue, isTestWord } from './no-value.ts'

export interface ClassifiedValue {
  readonly rule: OwnRuleName
  readonly confidence: number
}

/** Minimum confidence for a report. */
export const CONFIDENCE_MIN = 0.5

const RANDOM_CONFIDENCE = 0.8
const SHORT_CONFIDENCE = 0.65
const PASSWORD_CONFIDENCE = 0.75
const WEAK_CONFIDENCE = 0.6

/** Confidence penalty for a value in tests and examples, in prose, or in a call argument. */
const REHEARSAL_COST = 0.15
const PROSE_COST = 0.1
const CALL_COST = 0.15
const UNSURE_NAME_COST = 0.2

/** Classifies the value of a secret name; undefined for a value that is not a secret. */
export function classifyValue(
  value: string,
  name: SecretName,
  place: AssignedValue,
  nature: Nature,
): ClassifiedValue | undefined {
  if (isNoValue(value, place.quote !== '')) return undefined
  const inner = decoded(value)
  if (inner !== undefined && (isNoValue(inner, true) || isTestWord(inner))) return undefined
  const judged = isRandomValue(value)
    ? random(value, name)
    : inner === undefined
      ? chosen(value, name, place, nature)
      : chosen(inner, name, place, nature)
  if (judged === undefined) return undefined
  const cost =
    (nature.rehearsal ? REHEARSAL_COST : 0) +
    (nature.form === 'prose' ? PROSE_COST : 0) +
    (place.joint === 'called' ? CALL_COST : 0) +
    (name.sure ? 0 : UNSURE_NAME_COST)
  const confidence = Math.round((judged.confidence - cost) * 100) / 100
  return confidence < CONFIDENCE_MIN ? undefined : { ...judged, confidence }
}

function random(value: string, { kind }: SecretName): ClassifiedValue {
  return {
    rule: kind === 'password' ? 'password' : 'assigned-secret',
    confidence: value.length >= LONG_UNITS_MIN ? RANDOM_CONFIDENCE : SHORT_CONFIDENCE,
  }
}

const LONG_UNITS_MIN = 16
const SHORT_UNITS_MIN = 10
const LONG_BITS_MIN = 3
const SHORT_BITS_MIN = 2.9
/** Maximum share of words in a random value. */
const WORD_SHARE_MAX = 0.3

/** Returns whether a value looks generated: letters, digits and symbols without words. Placeholders were excluded before. */
export function isRandomValue(value: string): boolean {
  if (value.length < SHORT_UNITS_MIN || /\s/.test(value) || isUuid(value) || isTestWord(value)) return false
  const isLong = value.length >= LONG_UNITS_MIN
  if (entropy(value) < (isLong ? LONG_BITS_MIN : SHORT_BITS_MIN) || !/[A-Za-z]/.test(value)) return false
  if (/^[0-9a-f]+$/i.test(value)) return value.length >= HEX_UNITS_MIN && /\d/.test(value) && !/^\d+$/.test(value)
  if (!/\d/.test(value) && !(isLong && isMixed(value))) return false
  if (changes(value) < (isLong ? LONG_CHANGES_MIN : SHORT_CHANGES_MIN) && !/^[A-Z2-7]+$/.test(value)) return false
  return wordShare(value) < WORD_SHARE_MAX
}

const HEX_UNITS_MIN = 20
const LONG_CHANGES_MIN = 5
const SHORT_CHANGES_MIN = 4

/** Returns whether a value has letters of both cases that do not form words. */
function isMixed(value: string): boolean {
  return /[a-z]/.test(value) && /[A-Z]/.test(value) && pairMean(value.replaceAll(/[^A-Za-z]/g, '')) < MIXED_MEAN_MAX
}

const MIXED_MEAN_MAX = 4.3

/** Counts changes of the kind of character, which are rare in words joined by punctuation. */
function changes(value: string): number {
  let count = 0
  for (let at = 1; at < value.length; at++)
    if (kindOf(value.charCodeAt(at)) !== kindOf(value.charCodeAt(at - 1))) count++
  return count
}

function kindOf(unit: number): number {
  if (unit >= 97 && unit <= 122) return 1
  if (unit >= 65 && unit <= 90) return 2
  return unit >= 48 && unit <= 57 ? 3 : 4
}

/** Classifies a secret chosen by a user. */
function chosen(value: string, name: SecretName, place: AssignedValue, nature: Nature): ClassifiedValue | undefined {
  if (name.kind !== 'password' && !/pass|pwd/i.test(name.text)) return chosenSecret(value, place, nature)
  if (value.length < PASSWORD_UNITS_MIN || value.length > PASSWORD_UNITS_MAX || /\s/.test(value)) return undefined
  if (isTestWord(value) && (nature.rehearsal || !nature.settings)) return undefined
  const letters = /[A-Za-z]/.test(value)
  const digits = /\d/.test(value)
  const signs = value.replaceAll(/[\w.-]/g, '').length > 0
  if (letters && digits && signs && !isTestWord(value)) return { rule: 'password', confidence: PASSWORD_CONFIDENCE }
  if (!digits && !signs && value.length >= SHORT_UNITS_MIN && isMixed(value) && wordShare(value) < WORD_SHARE_MAX)
    return { rule: 'password', confidence: WEAK_CONFIDENCE }
  if (isIdentifier(value) || !letters) return undefined
  if (digits && isTestWord(value)) return { rule: 'weak-password', confidence: WEAK_CONFIDENCE }
  if (digits)
    return place.joint === 'called'
      ? undefined
      : { rule: isGuessable(value) ? 'weak-password' : 'password', confidence: SHORT_CONFIDENCE }
  if (signs && wordShare(value) < 1) return { rule: 'password', confidence: WEAK_CONFIDENCE }
  return undefined
}

const PASSWORD_UNITS_MIN = 6
const PASSWORD_UNITS_MAX = 128

/** Recognizes user-chosen keys: digits or symbols among many letters. Other values are documentation words. */
function chosenSecret(value: string, place: AssignedValue, nature: Nature): ClassifiedValue | undefined {
  const signs = value.replaceAll(/[\w.-]/g, '').length
  const rich =
    value.length >= LONG_UNITS_MIN &&
    signs >= 2 &&
    /\d/.test(value) &&
    !/\s/.test(value) &&
    wordShare(value) < RICH_SHARE_MAX
  if (!rich || isTestWord(value) || place.joint === 'called' || nature.form === 'prose') return undefined
  return { rule: 'assigned-secret', confidence: SHORT_CONFIDENCE }
}

const RICH_SHARE_MAX = 0.6

/** Returns whether a value is a word and a few digits. */
function isGuessable(value: string): boolean {
  return /^[A-Za-z]+\d{1,4}$/.test(value)
}

/** Returns whether a value is an identifier: words joined by punctuation, with at most a number at the end. */
function isIdentifier(value: string): boolean {
  if (isReference(value)) return true
  const pieces = value.split(/[-_.:/]+/)
  const areWords = pieces.every(
    (piece) => /^[A-Za-z]*\d{0,2}$/.test(piece) && (/^\w{0,4}$/.test(piece) || wordShare(piece) > IDENTIFIER_SHARE_MIN),
  )
  return areWords && (pieces.length > 1 || !/\d/.test(value))
}

const IDENTIFIER_SHARE_MIN = 0.5

/** Decodes base64 of readable text, the form of values in Kubernetes secrets. */
function decoded(value: string): string | undefined {
  if (value.length < BASE64_UNITS_MIN || value.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(value))
    return undefined
  const text = Buffer.from(value, 'base64').toString('latin1')
  return /^[\x20-\x7e]+\n?$/.test(text) ? text.trimEnd() : undefined
}

const BASE64_UNITS_MIN = 8
