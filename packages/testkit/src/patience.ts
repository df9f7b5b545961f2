/**
 * Returns the timeout of an operation in a test, adjusted to the current load of the machine: three times the limit, times the current
 * slowdown. The limits detect growth faster than linear, which takes a hundred times as long; a shared machine is often twenty times
 * slower, and must not fail a test.
 *
 * @param limit_ms sufficient time on an idle machine
 * @returns milliseconds
 */
export function patient_ms(limit_ms: number): number {
  const now_ms = performance.now()
  // Generated tests call it thousands of times: the measurement is cached.
  if (now_ms - measured.at_ms > FRESH_MS) {
    measured.slowness = slownessNow()
    measured.at_ms = performance.now()
  }
  return limit_ms * MARGIN * measured.slowness
}

const FRESH_MS = 1_000
const measured = { at_ms: -Infinity, slowness: 1 }

function slownessNow(): number {
  const memory = Math.max(memory_ms(), memory_ms()) / QUIET_MEMORY_MS
  // The quicker of two: the first may have been compiled on the way.
  const sum = Math.min(sum_ms(), sum_ms()) / QUIET_SUM_MS
  return Math.min(Math.max(1, memory, sum), SLOWNESS_MAX)
}

/** The machine may have been slower before the measurement. */
const MARGIN = 3
/** Upper bound, so that limits stay meaningful. */
const SLOWNESS_MAX = 20

/** On a quiet machine of two cores at 2.x GHz. Pages that were never touched cost the most on a machine that is shared. */
const QUIET_MEMORY_MS = 3
const QUIET_SUM_MS = 2

function memory_ms(): number {
  const from_ms = performance.now()
  const pages = Buffer.allocUnsafeSlow(8 * 1024 * 1024)
  for (let at = 0; at < pages.length; at += 4096) pages[at] = 1
  return performance.now() - from_ms
}

function sum_ms(): number {
  const from_ms = performance.now()
  let sum = 0
  for (let index = 0; index < 2_000_000; index += 1) sum = (sum * 31 + index) | 0
  const took_ms = performance.now() - from_ms
  // The sum is used, so that the loop is not left out.
  return sum === 1 ? took_ms + 1 : took_ms
}
