import type { Clock } from '@gatehouse/kernel'

/** A clock that a test moves. */
export function movedClock(): Clock & { move(by_ms: number): void } {
  let time_ms = 1_760_000_000_000
  return {
    now: () => time_ms,
    move(by_ms) {
      time_ms += by_ms
    },
  }
}
