const HALF_DAY_S = 43_200

/**
 * Returns the range of a time axis. For a single time uPlot would use the 1,000 days after it; this uses the day around it.
 * @param moments the times of the chart, in order, in seconds since 1970
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
