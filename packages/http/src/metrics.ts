import { uncaughtErrors } from '@gatehouse/kernel'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Upper bounds in seconds, fine-grained below a millisecond because guards are fast. */
const BUCKETS_S = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const BUCKETS_MS = BUCKETS_S.map((bound_s) => bound_s * 1_000)

/** Counters of one route: plain numbers that prom-client reads on scrapes. Its own `inc` takes about a microsecond for label lookups. */
export class RouteMeter {
  readonly route: string
  readonly method: string
  /** Requests by status. */
  readonly byStatus = new Map<number, number>()
  /** Number of requests by the first matching bucket; the last element counts those above every bound. */
  readonly byBucket: number[] = Array.from({ length: BUCKETS_MS.length + 1 }, () => 0)
  sum_ms = 0
  inFlight = 0
  // Most common status of the route, counted without the map.
  private readonly usual: number
  private usualCount = 0

  constructor(route: string, method: string, usualStatus: number) {
    this.route = route
    this.method = method
    this.usual = usualStatus
  }

  count(status: number, duration_ms: number): void {
    if (status === this.usual) this.usualCount += 1
    else this.byStatus.set(status, (this.byStatus.get(status) ?? 0) + 1)
    this.sum_ms += duration_ms
    let bucket = 0
    while (bucket < BUCKETS_MS.length && duration_ms > BUCKETS_MS[bucket]!) bucket += 1
    this.byBucket[bucket]! += 1
  }

  statuses(): [status: number, count: number][] {
    const counts: [number, number][] = [...this.byStatus]
    if (this.usualCount > 0) counts.unshift([this.usual, this.usualCount])
    return counts
  }
}

export interface Metrics {
  /** The server's registry, also for counters of the app. */
  readonly registry: Registry
  meter(route: string, method: string, usualStatus: number): RouteMeter
  /** Returns the metrics in Prometheus text format 0.0.4. */
  render(): Promise<string>
}

/** Creates the request metrics of one server, in a separate registry. */
export function createMetrics(service: string): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  const meters: RouteMeter[] = []
  registry.registerMetric(requestCounter(meters))
  registry.registerMetric(new DurationHistogram(meters))
  registry.registerMetric(inFlightGauge(meters))
  registry.registerMetric(uncaughtCounter(service))
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    meter(route, method, usualStatus) {
      const meter = new RouteMeter(route, method, usualStatus)
      meters.push(meter)
      return meter
    },
    render: () => registry.metrics(),
  }
}

function requestCounter(meters: readonly RouteMeter[]): Counter<'route' | 'method' | 'status'> {
  return new Counter({
    name: 'gatehouse_http_requests_total',
    help: 'Completed requests by endpoint, method and status.',
    labelNames: ['route', 'method', 'status'],
    registers: [],
    collect() {
      this.reset()
      for (const meter of meters) {
        for (const [status, count] of meter.statuses()) {
          this.inc({ route: meter.route, method: meter.method, status: String(status) }, count)
        }
      }
    },
  })
}

function inFlightGauge(meters: readonly RouteMeter[]): Gauge {
  return new Gauge({
    name: 'gatehouse_http_requests_in_flight',
    help: 'Requests in progress.',
    registers: [],
    collect() {
      this.set(meters.reduce((sum, { inFlight }) => sum + inFlight, 0))
    },
  })
}

function uncaughtCounter(service: string): Counter<'unit'> {
  return new Counter({
    name: 'gatehouse_uncaught_errors_total',
    help: 'Uncaught errors by failed unit: a request or job of this service, or unknown.',
    labelNames: ['unit'],
    registers: [],
    collect() {
      this.reset()
      for (const { unit, count } of uncaughtErrors(service)) this.inc({ unit }, count)
    },
  })
}

const DURATION = 'gatehouse_http_request_duration_seconds'

const DURATION_SHAPE = {
  name: DURATION,
  help: 'Request duration from headers to last byte, by endpoint.',
  labelNames: ['route', 'method'] as ('route' | 'method')[],
  buckets: BUCKETS_S,
  registers: [],
}

/** prom-client fills histograms only by single observations, so that this class outputs values of the meters. */
class DurationHistogram extends Histogram<'route' | 'method'> {
  private readonly meters: readonly RouteMeter[]
  /** Empty histogram, used for its name, help and type. */
  private readonly empty = new Histogram<'route' | 'method'>(DURATION_SHAPE)

  constructor(meters: readonly RouteMeter[]) {
    super(DURATION_SHAPE)
    this.meters = meters
  }

  override async get(): ReturnType<Histogram<'route' | 'method'>['get']> {
    return { ...(await this.empty.get()), values: this.meters.flatMap(histogramValues) }
  }

  /** Method that the registry calls for text output; the published types do not declare it. */
  getForPromString(): ReturnType<Histogram<'route' | 'method'>['get']> {
    return this.get()
  }
}

function histogramValues({ route, method, byBucket, sum_ms }: RouteMeter) {
  let count = 0
  const buckets = byBucket.map((inBucket, index) => {
    count += inBucket
    return { metricName: `${DURATION}_bucket`, labels: { route, method, le: BUCKETS_S[index] ?? '+Inf' }, value: count }
  })
  if (count === 0) return []
  const labels = { route, method }
  return [
    ...buckets,
    { metricName: `${DURATION}_sum`, labels, value: sum_ms / 1_000 },
    { metricName: `${DURATION}_count`, labels, value: count },
  ]
}
