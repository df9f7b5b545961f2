import { type Action, actionRank, type GuardrailResult, type Mode } from '@gatehouse/contracts/verdicts'
import type { StageVerdict } from '@gatehouse/guards'
import { stops } from '@gatehouse/guards/agentic'

/** Decision about one of many texts. */
export type PartVerdict = Pick<StageVerdict, 'action' | 'results'> &
  Partial<Pick<StageVerdict, 'would' | 'redactions' | 'skipped' | 'retryAfter_s'>>

/** Merges the verdicts on all texts of a request or an answer: the most severe action, and for each guard its most severe result. */
export function mergeVerdicts(parts: readonly PartVerdict[], mode: Mode, started_ms: number): StageVerdict {
  const results = new Map<string, GuardrailResult>()
  const skipped = new Set<string>()
  let action: Action = 'pass'
  let would: Action = 'pass'
  let isMonitored = mode === 'monitor'
  let retryAfter_s: number | undefined
  for (const part of parts) {
    action = graver(action, part.action)
    would = graver(would, part.would?.action ?? part.action)
    isMonitored ||= part.would !== undefined
    if (part.retryAfter_s !== undefined) retryAfter_s = Math.max(retryAfter_s ?? 0, part.retryAfter_s)
    for (const name of part.skipped ?? []) skipped.add(name)
    for (const result of part.results) {
      const other = results.get(result.guardrail)
      if (other === undefined || gravity(result) > gravity(other)) results.set(result.guardrail, result)
    }
  }
  return {
    safe: !stops(action),
    action,
    mode,
    results: [...results.values()],
    ...(isMonitored ? { would: { action: would, block: stops(would) } } : {}),
    redactions: parts.flatMap(({ redactions = [] }) => redactions),
    skipped: [...skipped].filter((name) => !results.has(name)),
    latency_ms: performance.now() - started_ms,
    ...(retryAfter_s === undefined ? {} : { retryAfter_s }),
  }
}

/** Returns the result that decided a verdict, else the first finding. */
export function decisive({ action, results }: Pick<StageVerdict, 'action' | 'results'>): GuardrailResult | undefined {
  return results.find((result) => !result.passed && result.action === action) ?? results.find(({ passed }) => !passed)
}

function graver(a: Action, b: Action): Action {
  return actionRank(b) > actionRank(a) ? b : a
}

/** Returns the severity of a result. A monitored finding is more severe than none. */
function gravity({ action, would_action, passed }: GuardrailResult): number {
  return actionRank(action) * 100 + actionRank(would_action ?? 'pass') * 10 + (passed ? 0 : 1)
}
