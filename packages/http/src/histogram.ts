import { Histogram } from 'prom-client'
import type { Metrics } from './metrics.ts'

export interface HistogramSource {
  readonly name: string
  readonly help: string
  readonly labels: readonly string[]
  /** Upper bounds, rising. */
  readonly buckets: readonly number[]
}

/**
 * Registers a histogram for rare events. Each observation looks up its labels.
 * @returns a function that records one value, with label values in order
 */
export function registerHistogram(
  metrics: Metrics,
  { name, help, labels, buckets }: HistogramSource,
): (labels: readonly string[], value: number) => void {
  const histogram = new Histogram({ name, help, labelNames: [...labels], buckets: [...buckets], registers: [] })
  metrics.registry.registerMetric(histogram)
  return (values, value) =>
    histogram.observe(Object.fromEntries(labels.map((label, at) => [label, values[at] ?? ''])), value)
}
