import { REACH_UNITS } from '../scan.ts'

/**
 * Returns places with long runs of letters and digits, from the start of each run.
 * @param places places of such runs, as alternating starts and ends
 */
export function longRuns(text: string, places: readonly number[]): readonly number[] {
  const runs: number[] = []
  let done = 0
  for (let n = 0; n < places.length; n += 2) {
    let from = Math.max(done, places[n]! - REACH_UNITS)
    while (from > done && isRunUnit(text.charCodeAt(from - 1))) from--
    done = places[n + 1]!
    if (runs.length > 0 && from <= runs.at(-1)!) runs[runs.length - 1] = done
    else runs.push(from, done)
  }
  return runs
}

/** Of base64 in either alphabet. */
function isRunUnit(unit: number): boolean {
  const small = unit | 0x20
  const alphanumeric = (small >= 0x61 && small <= 0x7a) || (unit >= 0x30 && unit <= 0x39)
  return alphanumeric || unit === 0x2b || unit === 0x2d || unit === 0x2f || unit === 0x5f
}
