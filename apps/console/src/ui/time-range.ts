const HALF_DAY_S = 43_200

/** The time axis: of a single moment, the day around it; uPlot would show years. Seconds since 1970. */
export function timeRange(min: number | null, max: number | null): [number | null, number | null] {
  if (min === null || max === null || min < max) return [min, max]
  return [min - HALF_DAY_S, max + HALF_DAY_S]
}
