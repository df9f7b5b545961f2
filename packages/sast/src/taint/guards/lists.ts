import type { Instruction } from '../ir.ts'
import { NONE } from '../ir.ts'
import { type ValueDefinition, type KnownValues, positionName, type Insertion, type Spot } from './known.ts'
import { SAME_TEXT } from './tests.ts'

/**
 * Certainty that input cannot change a list: it is a literal, its name marks it as an allowlist, or it contains the file names of a
 * folder, which are sufficient for paths.
 */
export type ListKind = 'literal' | 'named' | 'files'

/** Functions that list the file names of a folder. */
const FOLDERS = /^(?:os\.listdir|(?:fs\.)?readdirSync|Dir\.(?:children|entries)|scandir)$/

/** Functions that create a list, set or map from their arguments, by the last part of their name. */
const MAKERS = new Set(
  (
    'Set of ofEntries entry asList setOf listOf mapOf arrayOf hashSetOf mutableSetOf mutableListOf sortedSetOf hashMapOf frozenset set tuple list dict ' +
    'HashSet TreeSet LinkedHashSet ArrayList List Map HashMap from copyOf unmodifiableSet unmodifiableList unmodifiableCollection Array ' +
    'stream to pair Pair vec collect Create CreateRange singleton singletonList'
  ).split(' '),
)

/** Functions that return the elements, or the keys, of their receiver or argument. */
const SAME = new Set(
  (
    'freeze keys values keySet iter into_iter iterator collect toSet toList to_set ToHashSet ToArray ToList ToImmutableHashSet ToFrozenSet ' +
    'seal as_ref clone dup copied cloned stream Keys Values asSequence split w to_a array_keys array_values'
  ).split(' '),
)

/** Gatehouse-specific limit: maximum depth of nested lists. */
const DEPTH_MAX = 4

/** Returns the kind of a list for a lookup. @param text code of the list expression */
export function listKind(values: KnownValues, spot: Spot, text: string): ListKind | undefined {
  if (isLiteral(values, spot, 0)) return 'literal'
  const created = values.of(spot)?.one
  if (created?.op === 'call' && FOLDERS.test(created.name)) return 'files'
  return isNamedList(text) ? 'named' : undefined
}

/** Whether all that a list is written with is text. */
export function isOfTexts(values: KnownValues, spot: Spot): boolean {
  const found = values.of(spot)
  if (found?.one.op !== 'make') return true
  const { one, at, in: inside } = found
  return one.entries.every(({ value }) => {
    const constant = values.constant({ in: inside, register: value, at })
    return constant === undefined || typeof constant === 'string'
  })
}

function isLiteral(values: KnownValues, spot: Spot, depth: number): boolean {
  if (depth > DEPTH_MAX) return false
  const found = values.of(spot)
  if (found === undefined) return false
  const key = positionName(found.in, found.at)
  const known = depth === 0 ? values.literals.get(key) : undefined
  const isWritten = known ?? isLiteralValue(values, found, depth)
  if (depth === 0) values.literals.set(key, isWritten)
  return isWritten
}

function isLiteralValue(values: KnownValues, found: ValueDefinition, depth: number): boolean {
  const { one, at, in: inside } = found
  const isKnown = (register: number): boolean => isLiteralPart(values, { in: inside, register, at }, depth + 1)
  // All later additions have to be literals, otherwise input may change the list.
  const isMapped = one.op === 'make' ? one.isList !== true : one.op === 'call' && /map|dict/i.test(one.method)
  const isPutKnown = (put: Insertion): boolean => (isMapped && !put.isKey) || isLiteralPart(values, put, depth + 1)
  if (!values.addedTo(found).every(isPutKnown)) return false
  if (one.op === 'make') {
    // A map lookup uses the keys, whatever the values are.
    const isMap = one.isList !== true && one.entries.length > 0 && one.entries.every(({ key }) => key !== undefined)
    return (
      (one.entries.length + one.all.length > 0 || values.addedTo(found).length > 0) &&
      (isMap || one.entries.every(({ value }) => isKnown(value))) &&
      one.all.every(isKnown)
    )
  }
  return one.op === 'call' && isLiteralCall(values, one, found, depth)
}

function isLiteralPart(values: KnownValues, spot: Spot, depth: number): boolean {
  if (values.constant(spot) !== undefined || isLiteral(values, spot, depth)) return true
  // `"a" to "b"`: the first part is the key.
  const found = depth > DEPTH_MAX ? undefined : values.of(spot)
  if (found?.one.op !== 'combine' || found.one.kind !== 'whole') return false
  const [key, between] = found.one.from
  const word = between === undefined ? undefined : found.in.of(between, found.at)?.one
  if (key === undefined || word?.op !== 'member' || word.key !== 'to') return false
  return isLiteralPart(values, { in: found.in, register: key, at: found.at }, depth + 1)
}

type Call = Extract<Instruction, { op: 'call' }>

function isLiteralCall(values: KnownValues, call: Call, valueDefinition: ValueDefinition, depth: number): boolean {
  const isKnown = (register: number): boolean =>
    isLiteralPart(values, { in: valueDefinition.in, register, at: valueDefinition.at }, depth + 1)
  const name = call.method.replace(/!$/, '')
  const first = call.arguments[0]?.value
  // The elements come from the receiver in `x.split(",")`, from the argument in `Object.keys(x)`.
  const isFunction =
    call.receiver === NONE ||
    isLibrary(values, { in: valueDefinition.in, register: call.receiver, at: valueDefinition.at })
  if (SAME.has(name) && !isFunction && isKnown(call.receiver)) return true
  // The result of `x.y.split(",")` comes from `x.y`.
  if (SAME.has(name) && isFunction && first !== undefined && name !== 'split') return isKnown(first)
  if (SAME_TEXT.has(name) && call.receiver !== NONE && first === undefined) return isKnown(call.receiver)
  if (!MAKERS.has(name) || !(isFunction || name === 'to')) return false
  if (first === undefined) return isFilled(call, valueDefinition, isKnown) || values.addedTo(valueDefinition).length > 0
  // A map with alternating keys and values is looked up by the keys.
  if (/\bMap\.of$/.test(call.name)) return call.arguments.every(({ value }, index) => index % 2 === 1 || isKnown(value))
  if (name === 'to' || name === 'pair' || name === 'Pair' || name === 'entry')
    return isKnown(call.receiver === NONE || name !== 'to' ? first : call.receiver)
  return call.arguments.every(({ value }) => isKnown(value))
}

/** Whether a method belongs to an external class or module, or to the object itself where it may be inherited. */
function isLibrary(values: KnownValues, spot: Spot): boolean {
  if (spot.in.fn.receiver === spot.register || spot.in.of(spot.register, spot.at)?.one.op === 'read') {
    const from = spot.in.of(spot.register, spot.at)?.one
    return spot.in.fn.receiver === (from?.op === 'read' ? from.from : spot.register)
  }
  const op = values.of(spot)?.one.op
  return op === 'global' || op === 'import' || op === 'class' || op === 'member'
}

/** Whether a construction has an initializer: `new HashSet() { "a", "b" }`. */
function isFilled(call: Call, { in: inside, at }: ValueDefinition, isKnown: (register: number) => boolean): boolean {
  let count = 0
  for (const next of inside.fn.blocks[at.block]!.instructions.slice(at.index + 1)) {
    if (next.op !== 'store' || next.object !== call.to) continue
    count += 1
    if (!(next.key !== undefined || isKnown(next.from))) return false
  }
  return count > 0
}

const ALLOWS = new Set(
  (
    'allow allowed allowlist permit permitted valid legal accept accepted acceptable support supported known trust trusted safe white whitelist ' +
    'whitelisted registered available option options choice choices column columns cols field fields table tables type types role roles format formats ' +
    'locale locales language languages theme themes mode modes level levels kind kinds status statuses sort sorts command commands action actions ' +
    'template templates partner partners'
  ).split(' '),
)
const REFUSES =
  /block|den(?:y|ied)|forbid|bann|black|bad|reserved|disallow|invalid|unsafe|unknown|untrust|illegal|unsupport|seen|used|visited|session|cache|pending/i

/** Whether the name of an expression marks an allowlist. Arguments of a call do not count. */
export function isNamedList(text: string): boolean {
  if (text.length > 120 || REFUSES.test(text)) return false
  const names = text.replace(/\([^()]*\)/g, '').match(/[A-Za-z_$]\w*/g) ?? []
  const words = names.flatMap((name) =>
    name
      .replace(/^\$/, '')
      .replace(/([a-z\d])([A-Z])/g, '$1_$2')
      .toLowerCase()
      .split('_'),
  )
  // Plural constants: `COLUMNS`, `QUERIES`.
  return words.some((word) => ALLOWS.has(word)) || /^[A-Z][A-Z0-9_]*[A-RT-Z]S$/.test(names.at(-1) ?? '')
}
