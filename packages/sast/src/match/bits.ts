/** Ours: what is shifted further is no number that a rule asks for. */
const SHIFT_MAX = 1_000

/** Ours: bits of longer numbers are not counted. */
const VALUE_MAX = 2 ** 53

/** What an operator on bits makes of two whole numbers of any sign, as Python counts; undefined for all else. */
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
