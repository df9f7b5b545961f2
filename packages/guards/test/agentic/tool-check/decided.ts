import type { ToolGuardVerdict } from '../../../src/create-tool-guard.ts'

/** The step that refused, and the kind of refusal. */
export function decided(verdict: ToolGuardVerdict): string {
  const last = verdict.guardrail_results.find(({ passed }) => !passed)
  return verdict.allowed ? 'allowed' : `${last?.guardrail}: ${last?.category}`
}
