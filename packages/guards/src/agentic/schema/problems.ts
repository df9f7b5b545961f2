import { Failure } from '@gatehouse/kernel'

/** A violation of arguments, without any of their values. */
export interface ArgumentProblem {
  /** Dotted, empty for the arguments as a whole. */
  readonly path: string
  readonly rule: string
  /** Second part of a sentence that starts with the path. */
  readonly message: string
}

/** Arguments that cannot be checked in time are invalid. Otherwise a caller could send more of them to bypass the check. */
export const TOO_LARGE: ArgumentProblem = { path: '', rule: 'size', message: 'are too large to validate' }

/** Returns the problems, or a single problem if the check takes too long. */
export function withinSteps(find: () => readonly ArgumentProblem[]): readonly ArgumentProblem[] {
  try {
    return find()
  } catch (thrown) {
    if (thrown instanceof Failure && thrown.code === 'limit_reached') return [TOO_LARGE]
    throw thrown
  }
}

/** Values of every kind and depth, the whole among them. */
export function valuesIn(args: unknown): number {
  let values = 0
  const open: unknown[] = [args]
  while (open.length > 0) {
    values++
    const value = open.pop()
    if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) open.push(inner)
  }
  return values
}

/** Formats the first problem as a sentence. */
export function sentenceOf({ path, message }: ArgumentProblem): string {
  return path === '' ? `The arguments ${message}.` : `Argument "${path}" ${message}.`
}
