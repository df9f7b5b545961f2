/** 1.96 standard deviations hold 95 % of a normal distribution. */
const Z = 1.96

/** Wilson's 95 % interval for a share of `found` in `all`. */
export function wilson(found: number, all: number): readonly [low: number, high: number] {
  if (all === 0) return [0, 1]
  const share = found / all
  const middle = share + (Z * Z) / (2 * all)
  const half = Z * Math.sqrt((share * (1 - share)) / all + (Z * Z) / (4 * all * all))
  const scale = 1 + (Z * Z) / all
  return [Math.max(0, (middle - half) / scale), Math.min(1, (middle + half) / scale)]
}
