/** `[a b c d e f]`, as PDF writes it: ISO 32000-1, 8.3.4. */
export type Matrix = readonly [number, number, number, number, number, number]

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

/** Converts a list of the library to a matrix; invalid lists become the identity. */
export function matrixOf(value: unknown): Matrix {
  if (typeof value !== 'object' || value === null) return IDENTITY
  const list = value as Readonly<Record<number, unknown>>
  const at = (index: number, otherwise: number): number => {
    const item = list[index]
    return typeof item === 'number' && Number.isFinite(item) ? item : otherwise
  }
  return [at(0, 1), at(1, 0), at(2, 0), at(3, 1), at(4, 0), at(5, 0)]
}

/** First `inner`, then `outer`. */
export function times(inner: Matrix, outer: Matrix): Matrix {
  const [a, b, c, d, e, f] = inner
  const [A, B, C, D, E, F] = outer
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F]
}

export function moved(matrix: Matrix, x: number, y: number): Matrix {
  return times([1, 0, 0, 1, x, y], matrix)
}

/** Returns the transformed length of a height of 1. */
export function heightOf([, , c, d]: Matrix): number {
  return Math.hypot(c, d)
}
