/** Types of which no value can be changed by whoever gets it, as they are written. */
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

/** Languages in which a text is changed in place. */
const CHANGED_TEXTS = new Set(['rust', 'c', 'cpp', 'ruby'])

const plain = new Set(SCALARS['any'])
const texts = new Set(SCALARS['text'])

/** By the last part of their names, without regard to case: types of numbers, and of what is written with digits and few signs. */
const NUMBERS = new Set(
  (
    'int integer long short byte sbyte float double decimal number bigint bigdecimal biginteger uint ulong ushort ubyte nint nuint ' +
    'int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64 i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 ' +
    'size_t ssize_t time_t complex single half fixnum numeric optionalint optionallong atomicinteger atomiclong ' +
    'uuid guid localdate localdatetime localtime instant zoneddatetime offsetdatetime yearmonth duration datetimeoffset dateonly timeonly timespan'
  ).split(' '),
)
const BOOLEANS = new Set(['bool', 'boolean'])

/** Whether a value of a type is a number (or a date, or an id of digits) or a truth value, whatever the language. */
export function plainKind(type: string | undefined): 'number' | 'boolean' | undefined {
  if (type === undefined) return undefined
  const last = type
    .slice(Math.max(type.lastIndexOf('.'), type.lastIndexOf('\\'), type.lastIndexOf(':')) + 1)
    .toLowerCase()
  if (NUMBERS.has(last)) return 'number'
  return BOOLEANS.has(last) ? 'boolean' : undefined
}

/** Whether a type says that a value has no members and is never changed. */
export function isScalar(language: string, type: string | undefined): boolean {
  if (type === undefined) return false
  return plain.has(type) || (texts.has(type) && !CHANGED_TEXTS.has(language))
}
