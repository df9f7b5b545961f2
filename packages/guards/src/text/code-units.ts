/** A growing buffer of UTF-16 code units: writing into it is several times faster than joining short strings. */
export interface CodeUnits {
  units: Uint16Array
  length: number
  /** Bitwise or of all units: below 256, the text fits a one-byte string. */
  seen: number
}

/**
 * Returns the code units of a text as an array. Reading a typed array in a loop is four times faster than `charCodeAt`, so functions that
 * process a whole text take this copy first.
 */
export function unitsOf(text: string): Uint16Array {
  const bytes = Buffer.allocUnsafe(text.length * 2)
  bytes.write(text, 'utf16le')
  return new Uint16Array(bytes.buffer, bytes.byteOffset, text.length)
}

/** Returns a buffer with a copy of the text, for changes of single units. */
export function copyOf(text: string): CodeUnits {
  const units = unitsOf(text)
  // The remaining units are unknown here, so the text counts as two-byte unless it is plain ASCII.
  let seen = 0
  for (let i = 0; i < units.length; i++) seen |= units[i]!
  return { units, length: text.length, seen }
}

const UNITS_FIRST = 256
const NOTHING = new Uint16Array(0)

export function newCodeUnits(expected: number): CodeUnits {
  return { units: expected === 0 ? NOTHING : new Uint16Array(expected), length: 0, seen: 0 }
}

export function pushUnit(out: CodeUnits, unit: number): void {
  if (out.length === out.units.length) widen(out, out.length + 1)
  out.units[out.length++] = unit
  out.seen |= unit
}

/** Minimum length at which one bulk write is faster than single units. */
const WRITTEN_UNITS_MIN = 48

export function pushText(out: CodeUnits, text: string): void {
  const from = out.length
  const needed = from + text.length
  if (needed > out.units.length) widen(out, needed)
  const { units } = out
  let { seen } = out
  if (text.length > WRITTEN_UNITS_MIN) {
    Buffer.from(units.buffer, units.byteOffset + from * 2, text.length * 2).write(text, 'utf16le')
    for (let i = from; i < needed; i++) seen |= units[i]!
  } else
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i)
      units[from + i] = unit
      seen |= unit
    }
  out.length = needed
  out.seen = seen
}

/** Copies `[start, end)` of the source. */
export function pushRange(out: CodeUnits, source: Uint16Array, start: number, end: number): void {
  const needed = out.length + end - start
  if (needed > out.units.length) widen(out, needed)
  const { units } = out
  let seen = out.seen
  for (let i = start, to = out.length; i < end; i++, to++) {
    const unit = source[i]!
    units[to] = unit
    seen |= unit
  }
  out.length = needed
  out.seen = seen
}

/** Returns the text so far; unpaired surrogates are kept. */
export function textOf(out: CodeUnits): string {
  if (out.seen < 0x100) {
    const { units, length } = out
    const bytes = Buffer.allocUnsafe(length)
    for (let i = 0; i < length; i++) bytes[i] = units[i]!
    return bytes.toString('latin1')
  }
  return Buffer.from(out.units.buffer, out.units.byteOffset, out.length * 2).toString('utf16le')
}

function widen(out: CodeUnits, needed: number): void {
  const fresh = new Uint16Array(Math.max(UNITS_FIRST, needed, out.units.length * 2))
  fresh.set(out.units.subarray(0, out.length))
  out.units = fresh
}
