import { NONE, type Register } from '../ir.ts'
import type { Constant } from '../flow/values.ts'
import type { Conditions } from './conditions.ts'
import type { At } from './definitions.ts'
import { type Call, type Proof, type Truth, UNKNOWN } from './truth.ts'

type Lack = Extract<Proof, { type: 'lacks' }>['what']

/** Methods that search for a part of a text. */
const HAS = new Set('includes contains Contains include? has count'.split(' '))

/** Functions that search for a part, with the text and the part as arguments. */
const HAS_FUNCTIONS = new Set(
  'str_contains strings.Contains mb_strpos strpos stripos strstr strrchr strchr strings.Index'.split(' '),
)

/** Functions that return the index of a part in a text. */
const PLACES = new Set(
  'indexOf IndexOf find index search lastIndexOf mb_strpos strpos stripos strings.Index'.split(' '),
)

const BEGINS = new Set('startsWith startswith StartsWith start_with? starts_with'.split(' '))
const BEGINS_FUNCTIONS = new Set('str_starts_with strings.HasPrefix'.split(' '))

/** Without its sign a path cannot leave its folder, a name is no path, an argument is no option. */
const LACKS: ReadonlyMap<Constant, Lack> = new Map<Constant, Lack>([
  ['..', 'parents'],
  ['../', 'parents'],
  ['/', 'slashes'],
  [47, 'slashes'],
  ['\\', 'backslashes'],
  ['\\\\', 'backslashes'],
])

/** The same for a text without the prefix. */
const BEGIN_LACKS: ReadonlyMap<Constant, Lack> = new Map<Constant, Lack>([
  ['-', 'dash'],
  ['//', 'doubles'],
  ['/\\', 'backslashes'],
  ['/\\\\', 'backslashes'],
])

function lackOf(part: Constant | undefined): Lack | undefined {
  return part === undefined ? undefined : LACKS.get(part)
}

/** Returns the facts where a text contains a part, and where it does not. */
export function partOf(conditions: Conditions, call: Call, at: At): Truth {
  const { name, method, receiver, arguments: values } = call
  const full = name.replace(/::|->/g, '.').replace(/^[\\.]/, '')
  const isFunction = HAS_FUNCTIONS.has(full) || BEGINS_FUNCTIONS.has(full)
  const value = isFunction ? (values[0]?.value ?? NONE) : receiver
  const part = values[isFunction ? 1 : 0]?.value ?? NONE
  if (value === NONE || part === NONE) return UNKNOWN
  const constant = conditions.constant(part, at)
  const isBegin = BEGINS.has(method) || BEGINS_FUNCTIONS.has(full)
  if (isBegin) return beginOf(value, constant, at)
  if (!isFunction && !HAS.has(method) && !PLACES.has(method)) return UNKNOWN
  const lack = lackOf(constant)
  return lack === undefined ? UNKNOWN : without(value, at, lack)
}

function beginOf(value: Register, begin: Constant | undefined, at: At): Truth {
  // A path with a slash before it has no scheme.
  if (begin === '/') return { yes: without(value, at, 'schemes').no, no: [] }
  const lack = begin === undefined ? undefined : BEGIN_LACKS.get(begin)
  return lack === undefined ? UNKNOWN : without(value, at, lack)
}

/** Whether a call returns the index of a part, not a boolean. */
export function returnsIndex({ name, method }: Call): boolean {
  return PLACES.has(method) || PLACES.has(name)
}

/** `".." in name` */
export function partWithin(conditions: Conditions, value: Register, part: Register, at: At): Truth {
  const lack = lackOf(conditions.constant(part, at))
  return lack === undefined ? UNKNOWN : without(value, at, lack)
}

function without(value: Register, at: At, subject: Lack): Truth {
  return { yes: [], no: [{ value, at, proof: { type: 'lacks', what: subject } }] }
}
