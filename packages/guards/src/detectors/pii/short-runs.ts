import { isAlnumCode, isDigitCode } from './tokens.ts'

/** No identifier is as short as this: a run of so few characters is at best its first group. */
export const SHORT_RUN_UNITS_MAX = 4

/** Whether a further group of an identifier can follow the run that ends at `end`: a separator and a valid next character. */
export function continues(units: Uint16Array, end: number): boolean {
  const joint = units[end] as number
  const next = units[end + 1] as number
  if (joint === 32) return isDigitCode(next) || next === 32 || next === 45
  // Hyphen, dot, slash and underscore; letters follow them in a Medicare identifier.
  if ((joint < 45 || joint > 47) && joint !== 95) return false
  return isAlnumCode(next) || next === 32 || next === 45
}

/** Whether a run with a leading capital continues with a capital: `D02 X285`, `AB51 ABC`. */
export function continuesInCapitals(units: Uint16Array, start: number, end: number): boolean {
  return units[end] === 32 && isCapital(units[start] as number) && isCapital(units[end + 1] as number)
}

/** Returns the capitals before the run at `start`, separated by one space, hyphen or dot: `GHA-123…`; 0 for none. */
export function capitalsBefore(units: Uint16Array, start: number): number {
  const joint = start < 2 ? 0 : (units[start - 1] as number)
  if (joint !== 32 && joint !== 45) return 0
  let from = start - 1
  while (from > 0 && start - from <= SHORT_RUN_UNITS_MAX + 1 && isCapital(units[from - 1] as number)) from--
  const length = start - 1 - from
  if (length === 0 || length > SHORT_RUN_UNITS_MAX) return 0
  return from > 0 && isAlnumCode(units[from - 1] as number) ? 0 : length
}

function isCapital(unit: number): boolean {
  return unit >= 65 && unit <= 90
}
