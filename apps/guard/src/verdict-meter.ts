import type { MeterPort } from '@gatehouse/screening'
import type { ThreadEvaluator } from '@gatehouse/guards'
import { type Metrics, registerCounter } from '@gatehouse/http'

/**
 * Counts verdicts and findings for `/metrics`. Uses plain additions and updates the registry on scrapes, because labeled counters cost
 * about a microsecond each.
 */
export function createVerdictMeter(metrics: Metrics): MeterPort {
  const verdicts = new Map<string, number>()
  const findings = new Map<string, number>()
  registerCounter(metrics, {
    name: 'gatehouse_guard_verdicts_total',
    help: 'Verdicts by stage and action.',
    labels: ['stage', 'action'],
    read: () => entries(verdicts),
  })
  registerCounter(metrics, {
    name: 'gatehouse_guard_findings_total',
    help: 'Findings by guard and action; the action is "error" if the guard could not decide.',
    labels: ['guard', 'action'],
    read: () => entries(findings),
  })
  return {
    count(stage, verdict) {
      add(verdicts, `${stage}\n${verdict.action}`)
      for (const { guardrail, passed, action, details } of verdict.results) {
        if (!passed) add(findings, `${guardrail}\n${details.error === undefined ? action : 'error'}`)
      }
    },
  }
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

function entries(counts: Map<string, number>): { labels: string[]; value: number }[] {
  return [...counts].map(([key, value]) => ({ labels: key.split('\n'), value }))
}

/** Counts texts evaluated in worker threads, and texts rejected because the queue was full. */
export function meterLargeTexts(metrics: Metrics, evaluator: Pick<ThreadEvaluator, 'state'>): void {
  registerCounter(metrics, {
    name: 'gatehouse_guard_large_texts_total',
    help: 'Large texts by outcome: evaluated in a worker thread, or rejected because too many were waiting.',
    labels: ['outcome'],
    read: () => [
      { labels: ['evaluated'], value: evaluator.state.evaluated },
      { labels: ['refused'], value: evaluator.state.refused },
    ],
  })
}
