/** A growing buffer of UTF-16 code units: writing into it is several times faster than joining short strings. */
export interface CodeUnits {
  units: Uint16Array
  length: number
  /** All units or-ed together: below 256, the text fits a one-byte string. */
  seen: number
}

const UNITS_FIRST = 64

export function newCodeUnits(expected: number): CodeUnits {
  return { units: new Uint16Array(Math.max(UNITS_FIRST, expected)), length: 0, seen: 0 }
}

export function pushUnit(out: CodeUnits, unit: number): void {
  if (out.length === out.units.length) widen(out, out.length + 1)
  out.units[out.length++] = unit
  out.seen |= unit
}

export function pushText(out: CodeUnits, text: string): void {
  const needed = out.length + text.length
  if (needed > out.units.length) widen(out, needed)
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    out.units[out.length++] = unit
    out.seen |= unit
  }
}

/** The text so far; unpaired surrogates stay as they are. */
export function textOf(out: CodeUnits): string {
  if (out.seen < 0x100) {
    const bytes = Buffer.allocUnsafe(out.length)
    bytes.set(out.units.subarray(0, out.length))
    return bytes.toString('latin1')
  }
  return Buffer.from(out.units.buffer, 0, out.length * 2).toString('utf16le')
}

function widen(out: CodeUnits, needed: number): void {
  const fresh = new Uint16Array(Math.max(needed, out.units.length * 2))
  fresh.set(out.units.subarray(0, out.length))
  out.units = fresh
}
