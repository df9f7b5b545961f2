import { type Metrics, type ReadinessProbe, registerCounter, registerGauge } from '@gatehouse/http'
import type { SupervisedState } from '@gatehouse/platform'
import type { EndedScan } from './jobs/scan-meter.ts'

/** Handle of a separate scan worker process. */
export interface WorkerProcess {
  readonly wake: () => void
  readonly state: () => SupervisedState
  readonly close: () => Promise<void>
}

/** Starts the process. @param onEnded  called for each scan that ends */
export type StartWorkerProcess = (onEnded: (scan: EndedScan) => void) => WorkerProcess

/** For `/ready`. Without workers, scans are queued but all other requests are answered. */
export function workerReadiness(current: () => WorkerProcess | undefined): ReadinessProbe {
  return {
    required: false,
    check() {
      const state = current()?.state()
      if (state === undefined) return { state: 'down', detail: 'not started yet' }
      const restarts = `${state.restarts} restart${state.restarts === 1 ? '' : 's'}`
      const last = state.ended === undefined ? '' : `, last exit: ${state.ended}`
      return { state: state.status === 'up' ? 'up' : 'down', detail: `${state.status}, ${restarts}${last}` }
    },
  }
}

/** For `/metrics`. */
export function registerWorkerMetrics(metrics: Metrics, { state }: WorkerProcess): void {
  registerCounter(metrics, {
    name: 'gatehouse_appsec_worker_restarts_total',
    help: 'Restarts of the scan worker process after it exited or stopped responding.',
    labels: [],
    read: () => [{ labels: [], value: state().restarts }],
  })
  registerGauge(metrics, {
    name: 'gatehouse_appsec_worker_up',
    help: '1 if the scan worker process is running.',
    read: () => (state().status === 'up' ? 1 : 0),
  })
}
