/**
 * Starts to measure the effort of this thread: its CPU time, in milliseconds of a reference machine. Waiting, other threads and processes
 * do not count, so that a busy or slow machine fails no test. Code with quadratic or exponential cost takes a hundred times its limit.
 *
 * @returns the effort since the start
 */
export function startEffort(): () => number {
  const start = process.threadCpuUsage()
  return () => milliseconds(start) / slowness()
}

/** Time of two million additions on the reference machine: one core at 2.x GHz. */
const REFERENCE_MS = 2
const REFERENCE_STEPS = 2_000_000
/** Limit for the correction, so that limits stay meaningful. */
const SLOWNESS_MAX = 20

let slownessOnce: number | undefined

function slowness(): number {
  // The faster of two: the first run may include compilation.
  slownessOnce ??= Math.min(Math.max(1, Math.min(reference_ms(), reference_ms()) / REFERENCE_MS), SLOWNESS_MAX)
  return slownessOnce
}

function reference_ms(): number {
  const start = process.threadCpuUsage()
  let sum = 0
  for (let index = 0; index < REFERENCE_STEPS; index += 1) sum = (sum * 31 + index) | 0
  const took_ms = milliseconds(start)
  // The sum is used, so that the compiler keeps the loop.
  return sum === 1 ? took_ms + 1 : took_ms
}

function milliseconds(start: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1_000
}
