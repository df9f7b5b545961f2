const HALF_DAY_S = 43_200

/**
 * The range of a time axis. For a single moment uPlot proposes the 1,000 days after it; the range is the day around it then.
 * @param moments the moments of the chart, in order, in seconds since 1970
 */
export function timeRange(
  moments: ArrayLike<number>,
  min: number | null,
  max: number | null,
): [number | null, number | null] {
  const first = moments[0]
  if (first === undefined || first !== moments[moments.length - 1]) return [min, max]
  return [first - HALF_DAY_S, first + HALF_DAY_S]
}
