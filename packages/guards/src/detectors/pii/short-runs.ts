import { isAlnumCode, isDigitCode } from './tokens.ts'

/** No identifier is as short as this: a run of so few characters is at best its first group. */
export const SHORT_RUN_UNITS_MAX = 4

/** True where a further group of an identifier can follow the run that ends at `end`: a joint, and what may follow it. */
export function goesOn(units: Uint16Array, end: number): boolean {
  const joint = units[end] as number
  const next = units[end + 1] as number
  if (joint === 32) return isDigitCode(next) || next === 32 || next === 45
  // Hyphen, dot, slash and underscore; letters follow them in a Medicare identifier.
  if ((joint < 45 || joint > 47) && joint !== 95) return false
  return isAlnumCode(next) || next === 32 || next === 45
}
