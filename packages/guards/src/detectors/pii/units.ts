/** Number of zeros after the last unit of a text, so that a scanner may look ahead without a bounds check. */
const SPARE_UNITS = 8

/** Maximum size of a buffer that is kept for the next text; larger ones are released. */
const KEPT_UNITS_MAX = 128 * 1_024

const IS_LITTLE_ENDIAN = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1

let sharedBuffer = bufferOf(4_096)

/**
 * Returns the UTF-16 code units of a text, followed by some zeros. Reading them costs a third of `charCodeAt`, which checks the string
 * representation at every character. Valid until the next call: do not keep a reference.
 */
export function readUnits(text: string): Uint16Array {
  const { length } = text
  const buffer = bufferFor(length + SPARE_UNITS)
  if (IS_LITTLE_ENDIAN) buffer.bytes.write(text, 0, length * 2, 'utf16le')
  else for (let at = 0; at < length; at++) buffer.units[at] = text.charCodeAt(at)
  buffer.units.fill(0, length, length + SPARE_UNITS)
  return buffer.units
}

interface UnitBuffer {
  readonly bytes: Buffer
  readonly units: Uint16Array
}

function bufferFor(units: number): UnitBuffer {
  if (units <= sharedBuffer.units.length) return sharedBuffer
  const larger = bufferOf(units * 2)
  if (units <= KEPT_UNITS_MAX) sharedBuffer = larger
  return larger
}

function bufferOf(length: number): UnitBuffer {
  const units = new Uint16Array(length)
  return { bytes: Buffer.from(units.buffer), units }
}
