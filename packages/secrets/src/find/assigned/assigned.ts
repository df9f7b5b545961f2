import { OWN_RULES } from '../../rules/own.ts'
import type { Candidate, Source } from '../candidate.ts'
import { factsOf } from '../facts.ts'
import { isWordUnit, type Shape } from '../marks.ts'
import { type AssignedValue, readAssignedValue } from './joint.ts'
import { isUuid } from '@gatehouse/formats/credentials'
import { isAbout, parseSecretName, type SecretName } from './name.ts'
import { isFiller } from './no-value.ts'
import { isRandomValue, classifyValue } from './value.ts'
import { vendorShape } from './vendor-shape.ts'

/** Maximum number of characters of a name before and after its anchor. */
const NAME_UNITS_MAX = 64
/** How far before a name the vendor may be named, as in a nested file of settings. */
const NEAR_UNITS_MAX = 240

/** Searches for a value after the name that contains `[start, end)`. */
export function detectAssigned(source: Source, start: number, end: number): void {
  const { text, nature } = source
  if (!nature.named || start < source.namedTo) return
  const nameEnd = endOfName(text, end)
  const nameStart = startOfName(text, start)
  const place = readAssignedValue(text, nameStart, nameEnd, nature)
  if (place === undefined || place.end - place.start < VALUE_UNITS_MIN) return
  const name = parseSecretName(text.slice(nameStart, nameEnd))
  if (name === undefined || isPublicContext(text, nameStart)) return
  source.namedTo = place.start
  const found = assignedCandidate(source, name, nameStart, place)
  if (found !== undefined) source.emit(found)
}

/**
 * Searches for a vendor's value if the vendor word is in `[start, end)` and the name does not indicate a key. Less certain: the whole
 * value needs the vendor's structure, and resource ids do not count.
 */
export function detectVendorValue(source: Source, start: number, end: number): void {
  const { text, nature } = source
  if (!nature.named || nature.rehearsal || start < source.namedTo) return
  const nameEnd = endOfName(text, end)
  const nameStart = startOfName(text, start)
  const place = readAssignedValue(text, nameStart, nameEnd, nature)
  if (place === undefined || place.joint === 'called' || place.end - place.start < VENDOR_VALUE_UNITS_MIN) return
  const name = text.slice(nameStart, nameEnd)
  const value = text.slice(place.start, place.end)
  if (isAbout(name) || parseSecretName(name) !== undefined || isUuid(value) || isFiller(value)) return
  const shape = vendorShape(name, text, place)
  if (shape === undefined || !isRandomValue(value)) return
  source.emit({ ...vendorCandidate(shape, value, place), confidence: VENDOR_CONFIDENCE })
}

const VENDOR_VALUE_UNITS_MIN = 16
const VENDOR_CONFIDENCE = 0.6

const VALUE_UNITS_MIN = 6

/** Returns whether an assignment is public: an annotation `checksum/secret: …`, or `badge.svg?token=…` of a public page. */
function isPublicContext(text: string, nameStart: number): boolean {
  return (
    text.startsWith('checksum/', nameStart - 'checksum/'.length) || text.startsWith('.svg?', nameStart - '.svg?'.length)
  )
}

function assignedCandidate(
  { text, nature }: Source,
  name: SecretName,
  nameStart: number,
  place: AssignedValue,
): Candidate | undefined {
  const { start, end } = place
  const value = text.slice(start, end)
  const ofVendor = vendorShape(name.text, text, place)
  if (ofVendor !== undefined && !isFiller(value)) return vendorCandidate(ofVendor, value, place)
  const judged = classifyValue(value, name, place, nature)
  if (judged === undefined) return undefined
  // The vendor may be named on a line before, and the value has to be of its form to the last character.
  const near = vendorShape(text.slice(Math.max(0, nameStart - NEAR_UNITS_MAX), nameStart), text, place)
  if (near !== undefined) return vendorCandidate(near, value, place)
  const isConnection = judged.rule !== 'assigned-secret' && place.quote === '' && text.charAt(nameStart - 1) === ';'
  const rule = OWN_RULES[isConnection ? 'connection-string-password' : judged.rule]
  return { rule, start, end, confidence: judged.confidence, proven: false }
}

function vendorCandidate({ rule }: Shape, value: string, { start, end }: AssignedValue): Candidate {
  return { rule, start, end, confidence: rule.format?.score ?? 0, proven: false, ...factsOf(rule, value) }
}

function endOfName(text: string, from: number): number {
  const most = Math.min(text.length, from + NAME_UNITS_MAX)
  let end = from
  while (end < most && isOfName(text, end)) end++
  return end
}

function startOfName(text: string, from: number): number {
  const least = Math.max(0, from - NAME_UNITS_MAX)
  let start = from
  while (start > least && (isWordUnit(text.charCodeAt(start - 1)) || isJoint(text.charCodeAt(start - 1)))) start--
  // The `n` of an escaped line break is not part of the following name.
  return text.charCodeAt(start - 1) === BACKSLASH ? start + 1 : start
}

const BACKSLASH = 92

/** Letters, digits, `_ $`, and `-` or `.` between them. */
function isOfName(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return isWordUnit(unit) || ((isJoint(unit) || unit === 36) && isWordUnit(text.charCodeAt(at + 1)))
}

/** `-` and `.` */
function isJoint(unit: number): boolean {
  return unit === 45 || unit === 46
}
