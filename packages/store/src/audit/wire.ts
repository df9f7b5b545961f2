/**
 * PostgreSQL arrays in binary format. A batch is sent as one array per column. Binary encoding costs a fraction of quoting and escaping
 * text, for client and server.
 * @see https://www.postgresql.org/docs/18/protocol-message-formats.html and `array_recv` of the server
 */

const TEXT_OID = 25
const BYTEA_OID = 17
const INT8_OID = 20

/** Dimensions, "has nulls", element type, length, lower bound: five 32-bit integers. */
const HEADER_BYTES = 20

const TWO_TO_32 = 2 ** 32

/** A UTF-16 unit takes at most three bytes in UTF-8. */
const UTF8_BYTES_PER_UNIT_MAX = 3

/** `text[]` */
export function textArray(values: readonly (string | null)[]): Buffer {
  let bytesMax = HEADER_BYTES
  for (const value of values) bytesMax += 4 + (value === null ? 0 : value.length * UTF8_BYTES_PER_UNIT_MAX)
  const buffer = Buffer.allocUnsafe(bytesMax)
  let at = header(buffer, TEXT_OID, values.length)
  for (const value of values) {
    const bytes = value === null ? -1 : buffer.write(value, at + 4)
    at = buffer.writeInt32BE(bytes, at)
    if (bytes > 0) at += bytes
  }
  return buffer.subarray(0, at)
}

/** Encodes hexadecimal texts of equal length as `bytea[]`. */
export function hexArray(values: readonly string[]): Buffer {
  const each = (values[0]?.length ?? 0) / 2
  const buffer = Buffer.allocUnsafe(HEADER_BYTES + values.length * (4 + each))
  let at = header(buffer, BYTEA_OID, values.length)
  for (const value of values) {
    at = buffer.writeInt32BE(each, at)
    at += buffer.write(value, at, each, 'hex')
  }
  return buffer
}

/** `bigint[]` from safe integers. */
export function int8Array(values: readonly number[]): Buffer {
  const buffer = Buffer.allocUnsafe(HEADER_BYTES + values.length * 12)
  let at = header(buffer, INT8_OID, values.length)
  for (const value of values) {
    at = buffer.writeInt32BE(8, at)
    // Written as two halves, because each BigInt would allocate an object.
    at = buffer.writeInt32BE(Math.floor(value / TWO_TO_32), at)
    at = buffer.writeUInt32BE(((value % TWO_TO_32) + TWO_TO_32) % TWO_TO_32, at)
  }
  return buffer
}

function header(buffer: Buffer, elementType: number, length: number): number {
  buffer.writeInt32BE(1, 0)
  buffer.writeInt32BE(1, 4)
  buffer.writeInt32BE(elementType, 8)
  buffer.writeInt32BE(length, 12)
  return buffer.writeInt32BE(1, 16)
}
