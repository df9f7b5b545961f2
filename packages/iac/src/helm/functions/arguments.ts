import { ExecutionProblem, type GoMap, type GoValue, printed } from '../template/value.ts'

/** Returns an argument unchanged; nil where it is missing. */
export function at(args: readonly GoValue[], index: number): GoValue {
  return args[index] ?? null
}

export function last(args: readonly GoValue[]): GoValue {
  return args.at(-1) ?? null
}

export function textAt(args: readonly GoValue[], index: number): string {
  return printed(at(args, index))
}

/** Returns a number, or the number that a text contains; 0 for all other values, as in Sprig. */
export function numberAt(args: readonly GoValue[], index: number): number {
  return toNumber(at(args, index))
}

export function toNumber(value: GoValue): number {
  if (typeof value === 'boolean') return value ? 1 : 0
  const number = typeof value === 'string' ? Number.parseFloat(value) : typeof value === 'number' ? value : 0
  return Number.isFinite(number) ? number : 0
}

/** @throws {ExecutionProblem} for a value that is no list */
export function listAt(args: readonly GoValue[], index: number): GoValue[] {
  const value = at(args, index)
  if (value === null) return []
  if (Array.isArray(value)) return value
  throw new ExecutionProblem('A list is required.')
}

/** @throws {ExecutionProblem} for a value that is no map */
export function mapAt(args: readonly GoValue[], index: number): GoMap {
  const value = at(args, index)
  if (value instanceof Map) return value
  if (value === null) return new Map()
  throw new ExecutionProblem('A map is required.')
}

/** Own limit: characters of one text. */
const TEXT_CHARS_MAX = 4 * 1024 * 1024

export function checkedText(text: string): string {
  checkChars(text.length)
  return text
}

/** @throws {ExecutionProblem} for a text that would be too long */
export function checkChars(chars: number): void {
  if (chars > TEXT_CHARS_MAX) throw new ExecutionProblem('The text is too long.')
}

/** Own limit: values of one list. */
const LIST_MAX = 20_000

export function checkCount(count: number): void {
  if (count > LIST_MAX) throw new ExecutionProblem('The list is too long.')
}
