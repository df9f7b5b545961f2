import { randomFillSync } from 'node:crypto'

/** Random bytes are generated in blocks, because each system call is slow. */
const POOL_BYTES = 4096
const pool = Buffer.allocUnsafe(POOL_BYTES)
let used = POOL_BYTES
let lastTime_ms = 0
let sequence = 0

/** Assembled in a buffer, which allocates less than string concatenation. */
const text = Buffer.alloc(36, '-')
const HEX = Buffer.from('0123456789abcdef')

/** `rand_a` of RFC 9562 has 12 bits, used as a counter within a millisecond. */
const SEQUENCE_MAX = 0xfff

/**
 * Returns a UUID version 7: sortable by time, and strictly increasing within one process.
 * @param now_ms milliseconds since the Unix epoch
 * @see RFC 9562 section 5.7, section 6.2 method 1 (counter in `rand_a`)
 */
export function uuidv7(now_ms: number = Date.now()): string {
  let time_ms = now_ms
  if (time_ms <= lastTime_ms) {
    // Within the same millisecond, or if the clock went back, the last time is kept and the counter increased.
    time_ms = lastTime_ms
    sequence += 1
    if (sequence > SEQUENCE_MAX) {
      time_ms += 1
      sequence = 0
    }
  } else {
    sequence = 0
  }
  lastTime_ms = time_ms

  if (used + 8 > POOL_BYTES) {
    randomFillSync(pool)
    used = 0
  }
  const at = used
  used += 8

  const high = Math.floor(time_ms / 0x10000)
  const low = time_ms & 0xffff
  put(0, high >>> 24)
  put(2, high >>> 16)
  put(4, high >>> 8)
  put(6, high)
  put(9, low >>> 8)
  put(11, low)
  put(14, 0x70 | (sequence >>> 8))
  put(16, sequence)
  put(19, 0x80 | (pool[at]! & 0x3f))
  put(21, pool[at + 1]!)
  for (let byte = 2; byte < 8; byte += 1) put(20 + 2 * byte, pool[at + byte]!)
  return text.toString('latin1')
}

function put(at: number, value: number): void {
  text[at] = HEX[(value >>> 4) & 0xf]!
  text[at + 1] = HEX[value & 0xf]!
}
