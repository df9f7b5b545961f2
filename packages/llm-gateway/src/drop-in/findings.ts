import type { ShieldFinding } from '@gatehouse/contracts/content'
import type { GuardrailResult } from '@gatehouse/contracts/verdicts'

/** Returns a summary of guard findings, omitting guards without findings. */
export function findingsOf(results: readonly GuardrailResult[]): ShieldFinding[] {
  return results
    .filter(({ passed }) => !passed)
    .map(({ guardrail, action, would_action, message, category, severity, score, details }) => {
      const error = details['error']
      return {
        guardrail,
        action,
        message,
        ...(would_action === undefined ? {} : { would_action }),
        ...(category === undefined ? {} : { category }),
        ...(severity === undefined ? {} : { severity }),
        ...(score === undefined ? {} : { score }),
        ...(typeof error === 'string' ? { error } : {}),
      }
    })
}
