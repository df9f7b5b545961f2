import { NONE, type Register } from '../ir.ts'
import type { Conditions } from './conditions.ts'
import type { At } from './definitions.ts'
import { IP_FORM } from './forms.ts'
import { regexTestOf } from './regexes.ts'
import { returnsIndex, partOf } from './lacks.ts'
import { sharedPathOf } from './starts.ts'
import { LIST_INDEX, OR_ERROR } from './tests.ts'
import { type Call, formed, plain, swapped, type Truth, UNKNOWN, YES } from './truth.ts'

/** Returns the facts where two values are equal under an operator. */
export function compared(
  conditions: Conditions,
  operator: string,
  [a = NONE, b = NONE]: readonly Register[],
  at: At,
  depth: number,
): Truth {
  const { values, inside, language } = conditions
  for (const [value, wanted] of [
    [a, b],
    [b, a],
  ] as const) {
    const found = conditions.last(value, at)
    const method = operator.length === 3 && found?.one.op === 'call' ? found.one.method : ''
    // It returns 0 for no match and not a boolean; the JavaScript methods return only null.
    if (method === 'preg_match' && typeof conditions.constant(wanted, at) === 'boolean') return UNKNOWN
    if ((method === 'match' || method === 'exec') && isUndefined(conditions, wanted, at)) return UNKNOWN
    const parts = sharedPathOf(values, found, inside)
    if (parts !== undefined) return YES(...parts.map((part) => conditions.within(part, wanted, at)))
  }
  const truth = conditions.equal(a, b, at, depth)
  // PHP compares the numeric prefix of a text.
  const isLoose = language === 'php' && operator.length === 2
  const isNumber = [a, b].some((item) => typeof conditions.constant(item, at) === 'number')
  return isLoose && isNumber ? { yes: truth.yes.filter(({ proof }) => proof.type !== 'constant'), no: truth.no } : truth
}

function isUndefined({ inside }: Conditions, register: Register, at: At): boolean {
  const item = inside.of(register, at)?.one
  return item?.op === 'global' && item.name === 'undefined'
}

/** Reads `x.search(/^[a-z]+$/)`, which returns an index. */
export function searchedBy({ values, inside, language }: Conditions, call: Call, at: At): Truth {
  const regexTest = regexTestOf(values, call, { in: inside, at }, language, true)
  return regexTest === undefined ? UNKNOWN : YES(formed(regexTest.value, at, regexTest.form))
}

/** Reads `strcmp(a, b)` and `a.compareTo(b)`: returns the facts for the result 0. */
export function byCompare(
  conditions: Conditions,
  { method, receiver, arguments: values }: Call,
  at: At,
  depth: number,
): Truth {
  // A part of a text alone is compared.
  if (method.startsWith('strn')) return UNKNOWN
  const [first, second] = values
  if (receiver !== NONE && first !== undefined && second === undefined)
    return conditions.equal(receiver, first.value, at, depth + 1)
  return first === undefined || second === undefined
    ? UNKNOWN
    : conditions.equal(first.value, second.value, at, depth + 1)
}

/** Returns the facts about an argument where a Go call returns no error. */
export function parsedBy({ name, arguments: values }: Call, at: At): Truth {
  // The first argument of `time.Parse` is the layout.
  const first = values[name === 'time.Parse' ? 1 : 0]
  if (first === undefined || !OR_ERROR.has(name)) return UNKNOWN
  return YES(name === 'netip.ParseAddr' ? formed(first.value, at, IP_FORM) : plain(first.value, at))
}

/** `indexOf(x) >= 0`, `count(x) > 0` */
export function ordered(
  conditions: Conditions,
  operator: '<' | '>' | '<=' | '>=',
  a: Register,
  b: Register,
  at: At,
): Truth {
  const wanted = conditions.constant(b, at)
  const found = conditions.values.of({ in: conditions.inside, register: a, at })
  if (found?.one.op !== 'call' || typeof wanted !== 'number') return UNKNOWN
  const { one, at: where } = found
  const searched = searchedBy(conditions, one, where)
  const isList = LIST_INDEX.has(one.method)
  const first = one.arguments[0]
  const listed = isList && first !== undefined ? conditions.inList(one.receiver, first.value, where) : UNKNOWN
  const part = returnsIndex(one) ? partOf(conditions, one, where) : UNKNOWN
  const isIndex = isList || searched !== UNKNOWN || part !== UNKNOWN
  if (part !== UNKNOWN) {
    const isFound = (operator === '>=' && wanted === 0) || (operator === '>' && wanted === -1)
    const isMissing = (operator === '<' && wanted === 0) || (operator === '<=' && wanted === -1)
    return isFound ? part : isMissing ? swapped(part) : UNKNOWN
  }
  const truth = isIndex ? (isList ? listed : searched) : conditions.truth(a, at, 1)
  const least = isIndex ? 0 : 1
  const isThere = (operator === '>=' && wanted >= least) || (operator === '>' && wanted >= least - 1)
  const isAway = (operator === '<' && wanted <= least) || (operator === '<=' && wanted <= least - 1)
  return isThere ? { yes: truth.yes, no: [] } : isAway ? { yes: [], no: truth.yes } : UNKNOWN
}
