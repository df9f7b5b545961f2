import { Counter, Gauge } from 'prom-client'

import type { Metrics } from './metrics.ts'

export interface CounterSource {
  readonly name: string
  readonly help: string
  readonly labels: readonly string[]
  /** The present totals; read only when somebody asks for the metrics. */
  readonly read: () => readonly { readonly labels: readonly string[]; readonly value: number }[]
}

/** Shows counts that a service keeps itself: its hot path pays for an addition, not for a label lookup. */
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

/** Shows a value as it is when somebody asks for the metrics. */
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
