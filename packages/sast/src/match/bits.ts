/** Own limit: no rule compares the result of a longer shift. */
const SHIFT_MAX = 1_000

/** Own limit: bits of longer numbers are not computed. */
const VALUE_MAX = 2 ** 53

/** Returns the result of a bitwise operator on two signed integers, as in Python; undefined for all other operators. */
export function ofBits(word: string, a: number, b: number): number | undefined {
  if (!Number.isSafeInteger(a) || !Number.isSafeInteger(b)) return undefined
  const [left, right] = [BigInt(a), BigInt(b)]
  switch (word) {
    case '&':
      return Number(left & right)
    case '|':
      return Number(left | right)
    case '^':
      return Number(left ^ right)
    case '<<':
    case '>>':
      if (b < 0 || b > SHIFT_MAX) return undefined
      return small(word === '<<' ? left << right : left >> right)
    default:
      return undefined
  }
}

function small(value: bigint): number | undefined {
  const number = Number(value)
  return Math.abs(number) < VALUE_MAX ? number : undefined
}
