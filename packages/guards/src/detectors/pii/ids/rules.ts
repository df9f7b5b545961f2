import { digitAt, isDayOfMonth, isRepeated, weighted } from '../checksums.ts'

/** How a weighted sum becomes a check digit; 10 and more never equal a digit, so they refuse. */
export type Closing = (sum: number) => number

export const mod10: Closing = (sum) => sum % 10
export const mod11: Closing = (sum) => sum % 11
/** A remainder of 10 is written 0. */
export const mod11mod10: Closing = (sum) => (sum % 11) % 10
export const to10: Closing = (sum) => (10 - (sum % 10)) % 10
export const to11: Closing = (sum) => (11 - (sum % 11)) % 11
/** The complement to a multiple of 11, with 10 and 11 written as 0. */
export const to11Zero: Closing = (sum) => (sum % 11 < 2 ? 0 : 11 - (sum % 11))

/** Whether the digit after the weighted ones equals the result of `closing` for their sum. */
export function closes(digits: string, weights: readonly number[], closing: Closing): boolean {
  return closing(weighted(digits, weights)) === digitAt(digits, weights.length)
}

/** Returns the `valid` function of an identifier for a closing rule; numbers of one repeated digit are never issued. */
export function closedBy(weights: readonly number[], closing: Closing): (compact: string) => boolean {
  return (compact) => closes(compact, weights, closing) && !isRepeated(compact)
}

/** Returns a range of weights: `7–1` gives 7, 6, … 1; `1–9` counts up. */
export function countdown(from: number, to: number): readonly number[] {
  const step = from > to ? -1 : 1
  return Array.from({ length: Math.abs(from - to) + 1 }, (_, at) => from + at * step)
}

/** Two digits at `month` and two at `day` are a day that some year has. */
export function hasDay(compact: string, month: number, day: number): boolean {
  return isDayOfMonth(Number(compact.slice(month, month + 2)), Number(compact.slice(day, day + 2)))
}

/** Value of a digit or capital in base 36: `A` is 10. */
export function base36(compact: string, at: number): number {
  const code = compact.charCodeAt(at)
  return code < 58 ? code - 48 : code - 55
}

/** Sum over weights of base-36 values. */
export function weighted36(compact: string, weights: readonly number[]): number {
  let sum = 0
  for (let at = 0; at < weights.length; at++) sum += base36(compact, at) * (weights[at] as number)
  return sum
}
