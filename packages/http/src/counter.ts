import { Counter, Gauge } from 'prom-client'

import type { Metrics } from './metrics.ts'

export interface CounterSource {
  readonly name: string
  readonly help: string
  readonly labels: readonly string[]
  /** Returns the current totals; called only when metrics are requested. */
  readonly read: () => readonly { readonly labels: readonly string[]; readonly value: number }[]
}

/** Exports counters of a service. The hot path only adds numbers and needs no label lookup. */
export function registerCounter(metrics: Metrics, { name, help, labels, read }: CounterSource): void {
  metrics.registry.registerMetric(
    new Counter({
      name,
      help,
      labelNames: [...labels],
      registers: [],
      collect() {
        this.reset()
        for (const row of read()) {
          this.inc(Object.fromEntries(labels.map((label, at) => [label, row.labels[at] ?? ''])), row.value)
        }
      },
    }),
  )
}

/** Exports a value that is read when metrics are requested. */
export function registerGauge(
  metrics: Metrics,
  { name, help, read }: Pick<CounterSource, 'name' | 'help'> & { readonly read: () => number },
): void {
  metrics.registry.registerMetric(
    new Gauge({
      name,
      help,
      registers: [],
      collect() {
        this.set(read())
      },
    }),
  )
}
