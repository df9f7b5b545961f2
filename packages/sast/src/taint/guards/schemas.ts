import { NONE } from '../ir.ts'
import { type ValueDefinition, type KnownValues, type Spot } from './known.ts'
import { PLAIN_FORM } from './forms.ts'
import { listKind } from './lists.ts'
import type { Call, Proof } from './truth.ts'

/** Result of a schema: the reason why it is clean, or an object with validated members. */
export type Checked =
  | Proof
  | { readonly type: 'fields'; readonly fields: ReadonlyMap<string, Checked> }
  /** The result is in a member of the returned object. */
  | { readonly type: 'in'; readonly key: string; readonly checked: Checked }

const CONSTANT: Proof = { type: 'constant' }
const NUMBER: Proof = { type: 'kind', kind: 'number' }
const PLAIN: Proof = { type: 'form', form: PLAIN_FORM }

/** Own limit: nested schemas, and chained calls. */
const DEPTH_MAX = 12

/** Schemas that are harmless on their own: by the last part of their names. */
const BASES: ReadonlyMap<string, Proof> = new Map<string, Proof>([
  ...['enum', 'nativeEnum', 'literal', 'boolean', 'stringbool', 'null', 'undefined'].map(
    (item) => [item, CONSTANT] as const,
  ),
  ...['number', 'int', 'int32', 'date', 'bigint'].map((item) => [item, NUMBER] as const),
  ...['uuid', 'uuidv4', 'uuidv6', 'uuidv7', 'guid', 'cuid', 'cuid2', 'ulid', 'nanoid'].map(
    (item) => [item, PLAIN] as const,
  ),
])

/** Constraints that make a string schema safe. */
const CHECKS: ReadonlyMap<string, Proof> = new Map<string, Proof>([
  ...['uuid', 'cuid', 'cuid2', 'ulid', 'nanoid', 'guid'].map((item) => [item, PLAIN] as const),
  ...['datetime', 'date'].map((item) => [item, NUMBER] as const),
  ['oneOf', CONSTANT],
])

const LIBRARY = /(?:^|\.)(?:z|zod|yup)\.(?:coerce\.)?\w+$/
const OBJECTS = /(?:^|\.)(?:z|zod|yup)\.(?:strictObject|looseObject|object)$/
const TEXTS = /(?:^|\.)(?:z|zod|yup)\.(?:coerce\.)?(?:string|mixed)$/
const LISTS = /(?:^|\.)(?:z|zod|yup)\.array$/

/** Methods that keep the result of a schema. */
const SAME =
  /^(?:optional|nullable|nullish|required|default|min|max|length|gte?|lte?|int|integer|positive|negative|nonnegative|nonpositive|finite|safe|multipleOf|moreThan|lessThan|trim|refine|superRefine|describe|meta|brand|readonly|label|notRequired|defined|strict|strip|passthrough|partial|noUnknown|nonempty|uuid|array)$/

/** Result of a call that parses with a zod or yup schema; `safeParse` returns it in `data`. */
export function checkedBy(values: KnownValues, call: Call, spot: Omit<Spot, 'register'>): Checked | undefined {
  if (call.receiver === NONE || call.arguments.length === 0) return undefined
  const isSafe = /^safeParse(?:Async)?$/.test(call.method)
  if (!isSafe && !/^(?:parse(?:Async)?|validate(?:Sync)?)$/.test(call.method)) return undefined
  const checked = schemaOf(values, { ...spot, register: call.receiver }, 0)
  return checked !== undefined && isSafe ? { type: 'in', key: 'data', checked } : checked
}

function schemaOf(values: KnownValues, spot: Spot, depth: number): Checked | undefined {
  const found = depth > DEPTH_MAX ? undefined : values.of(spot)
  if (found?.one.op !== 'call') return undefined
  const { one, at, in: inside } = found
  const [first] = one.arguments
  const value = first === undefined ? undefined : { in: inside, register: first.value, at }
  const base = LIBRARY.test(one.name) ? BASES.get(one.method) : undefined
  if (base !== undefined) return base
  if (OBJECTS.test(one.name)) return value === undefined ? undefined : fieldsOf(values, values.of(value), depth)
  if (LISTS.test(one.name)) return value === undefined ? undefined : elementCheck(schemaOf(values, value, depth + 1))
  if (one.receiver === NONE) return undefined
  const receiver = { in: inside, register: one.receiver, at }
  const check = CHECKS.get(one.method)
  if (check !== undefined && isText(values, receiver, depth + 1))
    return one.method !== 'oneOf' || isWritten(values, value) ? check : undefined
  const before = SAME.test(one.method) ? schemaOf(values, receiver, depth + 1) : undefined
  // A default that the code does not write may be anything.
  if (one.method === 'default' && (value === undefined || values.constant(value) === undefined)) return undefined
  return one.method === 'array' ? elementCheck(before) : before
}

/** Returns the facts of list elements: these have no names, so each is checked as a whole, or nothing is known. */
function elementCheck(checked: Checked | undefined): Checked | undefined {
  return checked?.type === 'fields' ? undefined : checked
}

function isWritten(values: KnownValues, list: Spot | undefined): boolean {
  return list !== undefined && listKind(values, list, '') === 'literal'
}

function fieldsOf(values: KnownValues, found: ValueDefinition | undefined, depth: number): Checked | undefined {
  if (found?.one.op !== 'make' || values.addedTo(found).length > 0) return undefined
  const fields = new Map<string, Checked>()
  for (const { key, value } of found.one.entries) {
    const checked =
      key === undefined ? undefined : schemaOf(values, { in: found.in, register: value, at: found.at }, depth + 1)
    if (checked !== undefined) fields.set(key!, checked)
  }
  return { type: 'fields', fields }
}

/** Whether a schema describes texts with checks only, without transformations. */
function isText(values: KnownValues, spot: Spot, depth: number): boolean {
  const found = depth > DEPTH_MAX ? undefined : values.of(spot)
  if (found?.one.op !== 'call') return false
  const { one, at, in: inside } = found
  if (TEXTS.test(one.name)) return true
  return SAME.test(one.method) && one.method !== 'default' && one.receiver !== NONE
    ? isText(values, { in: inside, register: one.receiver, at }, depth + 1)
    : false
}
