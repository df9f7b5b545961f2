import type { RunStatus } from '@gatehouse/contracts/redteam'
import type { ReportSummary } from '@gatehouse/contracts/reports'
import { type Metrics, registerCounter } from '@gatehouse/http'

export interface RunMeter {
  /** Counts a run that ended in this process. */
  ended(status: RunStatus, summary: ReportSummary | undefined): void
}

/** Counts the results of runs for `/metrics`, so that monitoring shows failed runs and successful attacks. */
export function createRunMeter(metrics: Metrics): RunMeter {
  const runs = new Map<string, number>()
  const attacks = new Map<string, number>()
  let requests = 0
  registerCounter(metrics, {
    name: 'gatehouse_redteam_runs_total',
    help: 'Runs that ended in this process, by status.',
    labels: ['status'],
    read: () => rows(runs),
  })
  registerCounter(metrics, {
    name: 'gatehouse_redteam_attacks_total',
    help: 'Attacks of these runs, by verdict.',
    labels: ['verdict'],
    read: () => rows(attacks),
  })
  registerCounter(metrics, {
    name: 'gatehouse_redteam_requests_total',
    help: 'Requests that these runs have sent to their targets.',
    labels: [],
    read: () => [{ labels: [], value: requests }],
  })
  return {
    ended(status, summary) {
      add(runs, status, 1)
      if (summary === undefined) return
      const { defended, vulnerable, partial, inconclusive, errors: error } = summary
      for (const [verdict, count] of Object.entries({ defended, vulnerable, partial, inconclusive, error })) {
        if (count > 0) add(attacks, verdict, count)
      }
      requests += summary.requests
    },
  }
}

function add(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by)
}

function rows(counts: Map<string, number>): { readonly labels: readonly string[]; readonly value: number }[] {
  return [...counts].map(([label, value]) => ({ labels: [label], value }))
}
