import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Longest delay of the event loop since the last read. */
export interface LoopReport {
  /** The longest delay of the event loop, other programs of the machine included. */
  readonly longest_ms: number
  readonly p99_ms: number
  /** Maximum CPU time of the thread between two ticks: the longest turn, independent of other load. */
  readonly turn_cpu_ms: number
}

const TICK_MS = 2
const NS_PER_MS = 1e6
const US_PER_MS = 1e3

/** Monitors the event loop of the calling thread. The returned function reports and resets. */
export function watchLoop(): () => LoopReport {
  const delay = monitorEventLoopDelay({ resolution: TICK_MS })
  delay.enable()
  let turn_us = 0
  let last = process.threadCpuUsage()
  const tick = setInterval(() => {
    const { user, system } = process.threadCpuUsage(last)
    last = process.threadCpuUsage()
    turn_us = Math.max(turn_us, user + system)
  }, TICK_MS)
  tick.unref()
  return () => {
    const { max, count } = delay
    const report = {
      longest_ms: count === 0 ? 0 : max / NS_PER_MS,
      p99_ms: count === 0 ? 0 : delay.percentile(99) / NS_PER_MS,
      turn_cpu_ms: turn_us / US_PER_MS,
    }
    delay.reset()
    turn_us = 0
    last = process.threadCpuUsage()
    return report
  }
}
