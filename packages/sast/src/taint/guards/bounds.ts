import { type Instruction, NONE, type Register } from '../ir.ts'
import type { Conditions } from './conditions.ts'
import type { At } from './definitions.ts'
import { type Finding, type Truth, UNKNOWN } from './truth.ts'

/** Own limit: names followed to a type. */
const HOPS_MAX = 6

/** Signed number types of C. An unknown type does not count. */
const SIGNED =
  /^(?:const\s+)?(?:signed\b.*|int|long|long long|long int|short|short int|ssize_t|off_t|ptrdiff_t|int\d\d?_t)$/

const UNSIGNED = /^(?:const\s+)?(?:std::)?(?:unsigned\b.*|size_t|u?int\d\d?_t|rsize_t|DWORD|UINT\w*)$/

/** Returns what a comparison proves about the size of two numbers. */
export function boundsOf(
  conditions: Conditions,
  operator: '<' | '>' | '<=' | '>=',
  a: Register,
  b: Register,
  at: At,
): Truth {
  const isLess = operator === '<' || operator === '<='
  const [low, high] = isLess ? [a, b] : [b, a]
  const isOrEqual = operator.length === 2
  return {
    yes: between(conditions, low, high, isOrEqual, at),
    no: between(conditions, high, low, !isOrEqual, at),
  }
}

/** Returns the facts where one number is at most another number. */
function between(conditions: Conditions, low: Register, high: Register, isOrEqual: boolean, at: At): Finding[] {
  const found: Finding[] = []
  const least = conditions.constant(low, at)
  const most = conditions.constant(high, at)
  if (typeof most !== 'number' || most > 0)
    found.push({
      value: low,
      at,
      proof: {
        type: 'below',
        limit: { in: conditions.inside, register: high, at },
        isWhole: isNonNegative(conditions, low, high, at),
      },
    })
  if (typeof least !== 'number' || least < (isOrEqual ? 0 : -1)) return found
  found.push({ value: high, at, proof: { type: 'above' } })
  if (least > 0 || !isOrEqual) found.push({ value: high, at, proof: { type: 'nonzero' } })
  return found
}

/** Whether a number with an upper bound also has the lower bound 0. */
function isNonNegative(conditions: Conditions, low: Register, high: Register, at: At): boolean {
  const { language } = conditions.inside
  if (language !== 'c' && language !== 'cpp' && language !== 'c-header') return true
  // In a comparison with an unsigned number, a negative number converts to a large one.
  return !SIGNED.test(typeOf(conditions, low, at)) || isSize(conditions, high, at)
}

function isSize(conditions: Conditions, register: Register, at: At): boolean {
  const item = conditions.last(register, at)?.one
  if (
    item !== undefined &&
    item.node >= 0 &&
    /^sizeof\b|\b(?:sizeof|size|length|strlen)\s?\(/.test(conditions.values.text(item.node).slice(0, 60))
  )
    return true
  return UNSIGNED.test(typeOf(conditions, register, at))
}

function typeOf({ inside }: Conditions, register: Register, from: At): string {
  const { types, parameters } = inside.fn
  let next = register
  let at = from
  for (let hops = 0; hops < HOPS_MAX && next !== NONE; hops += 1) {
    const of = next
    const type = types?.get(of) ?? parameters.find((parameter) => parameter.register === of)?.type
    if (type !== undefined) return type
    const found = inside.of(next, at)
    const item: Instruction | undefined = found?.one
    if (found === undefined || (item?.op !== 'read' && item?.op !== 'assign')) return ''
    next = item.from
    at = found.at
  }
  return ''
}

/** `n == 0` */
export function zeroOf(value: Register, at: At): Truth {
  return {
    yes: [{ value, at, proof: { type: 'constant', isZero: true } }],
    no: [{ value, at, proof: { type: 'nonzero' } }],
  }
}

/** `if (n)` of C. */
export function truthOfNumber({ language }: Conditions, value: Register, at: At): Truth {
  return language === 'c' || language === 'cpp' || language === 'c-header'
    ? { yes: [{ value, at, proof: { type: 'nonzero' } }], no: [] }
    : UNKNOWN
}
