import { randomFillSync } from 'node:crypto'

/** Random bytes are drawn in blocks: one system call serves many ids. */
const POOL_BYTES = 4096
const pool = Buffer.allocUnsafe(POOL_BYTES)
let used = POOL_BYTES
let lastTime_ms = 0
let sequence = 0

const HEX: readonly string[] = Array.from({ length: 256 }, (_, value) => value.toString(16).padStart(2, '0'))

/** `rand_a` of RFC 9562 holds 12 bits; it is used as a counter inside one millisecond. */
const SEQUENCE_MAX = 0xfff

/**
 * A UUID version 7: sortable by time, and strictly increasing within one process.
 * @param now_ms milliseconds since the Unix epoch
 * @see RFC 9562 section 5.7, section 6.2 method 1 (counter in `rand_a`)
 */
export function uuidv7(now_ms: number = Date.now()): string {
  let time_ms = now_ms
  if (time_ms <= lastTime_ms) {
    // Same millisecond, or a clock that stepped back: stay on the last time and count on.
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
  return (
    byte(high >>> 24) +
    byte(high >>> 16) +
    byte(high >>> 8) +
    byte(high) +
    '-' +
    byte(low >>> 8) +
    byte(low) +
    '-' +
    byte(0x70 | (sequence >>> 8)) +
    byte(sequence) +
    '-' +
    byte(0x80 | (pool[at]! & 0x3f)) +
    byte(pool[at + 1]!) +
    '-' +
    byte(pool[at + 2]!) +
    byte(pool[at + 3]!) +
    byte(pool[at + 4]!) +
    byte(pool[at + 5]!) +
    byte(pool[at + 6]!) +
    byte(pool[at + 7]!)
  )
}

function byte(value: number): string {
  return HEX[value & 0xff]!
}
