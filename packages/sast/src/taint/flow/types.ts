import { allNamed } from '../named.ts'
import type { ClassIr } from '../ir.ts'

/** Immutable value types, as written in code. */
const SCALARS: Readonly<Record<string, readonly string[]>> = {
  any: [
    'int',
    'float',
    'bool',
    'boolean',
    'char',
    'double',
    'long',
    'short',
    'byte',
    'number',
    'Integer',
    'Long',
    'Boolean',
  ],
  text: ['string', 'String', 'str', 'java.lang.String', 'bytes', 'kotlin.String', 'Int', 'Double', 'decimal'],
}

/** Languages with mutable strings. */
const CHANGED_TEXTS = new Set(['rust', 'c', 'cpp', 'ruby'])

const plain = new Set(SCALARS['any'])
const texts = new Set(SCALARS['text'])

/** By the last part of the name, case-insensitive: number types, and types written with digits and few other characters. */
const NUMBERS = new Set(
  (
    'int integer long short byte sbyte float double decimal number bigint bigdecimal biginteger uint ulong ushort ubyte nint nuint ' +
    'int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64 i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 ' +
    'size_t ssize_t time_t complex single half fixnum numeric optionalint optionallong atomicinteger atomiclong ' +
    'uuid guid localdate localdatetime localtime instant zoneddatetime offsetdatetime yearmonth duration datetimeoffset dateonly timeonly timespan date datetime timedelta'
  ).split(' '),
)
const BOOLEANS = new Set(['bool', 'boolean'])

/** Whether a type is a number (or a date, or a numeric id) or a boolean in any language. */
export function plainKind(type: string | undefined): 'number' | 'boolean' | undefined {
  if (type === undefined) return undefined
  const last = type
    .slice(Math.max(type.lastIndexOf('.'), type.lastIndexOf('\\'), type.lastIndexOf(':')) + 1)
    .toLowerCase()
  if (NUMBERS.has(last)) return 'number'
  return BOOLEANS.has(last) ? 'boolean' : undefined
}

/** Whether a type has no members and is immutable. */
export function isScalar(language: string, type: string | undefined): boolean {
  if (type === undefined) return false
  return plain.has(type) || (texts.has(type) && !CHANGED_TEXTS.has(language))
}

/** Whether a class of the file is an enumeration of Python: the constructor returns a member or throws. */
export function isEnumeration(classes: readonly ClassIr[], name: string): boolean {
  return allNamed(classes, name).some(({ supers }) => supers.some((item) => /(?:^|\.)(?:Str|Int)?Enum$/.test(item)))
}

/** Gatehouse-specific limit: maximum depth of superclasses. */
const SUPERS_MAX = 8

/** Python classes that convert input to the types of their fields or throw. */
const MODELS = /(?:^|\.)(?:BaseModel|SQLModel|BaseSettings|RootModel|Schema|Struct)$/

/** Returns the type of a field, where values are checked against it: always, except in languages without runtime types. */
export function fieldType(
  language: string,
  classes: readonly ClassIr[],
  type: string | undefined,
  key: string | undefined,
  depth = 0,
): string | undefined {
  if (type === undefined || key === undefined || language !== 'python' || depth > SUPERS_MAX) return undefined
  for (const item of allNamed(classes, type)) {
    const field = item.fields.find(({ name }) => name === key)
    if (field !== undefined) return isModel(classes, item, 0) ? field.type : undefined
    for (const above of item.supers) {
      const found = fieldType(language, classes, above, key, depth + 1)
      if (found !== undefined) return found
    }
  }
  return undefined
}

function isModel(classes: readonly ClassIr[], { supers }: ClassIr, depth: number): boolean {
  return supers.some(
    (above) =>
      MODELS.test(above) ||
      (depth < SUPERS_MAX && allNamed(classes, above).some((item) => isModel(classes, item, depth + 1))),
  )
}
