import type { ContentVerdict } from '@gatehouse/contracts'
import type { CompiledPolicy } from './compile.ts'
import type { StageVerdict } from './run.ts'

/** A stage's decision in the shape of the wire. `sanitized_output` is the contract's name for any rewritten payload. */
export function toContentVerdict(verdict: StageVerdict, policy: CompiledPolicy, requestId: string): ContentVerdict {
  const { would } = verdict
  return {
    safe: verdict.safe,
    action: verdict.action,
    mode: verdict.mode,
    guardrail_results: [...verdict.results],
    inference_time_ms: Math.round(verdict.latency_ms * 1_000) / 1_000,
    request_id: requestId,
    policy_source: policy.source,
    ...(verdict.skipped.length > 0 ? { skipped_guardrails: [...verdict.skipped] } : {}),
    ...(would === undefined ? {} : { would_action: would.action, would_block: would.block }),
    ...(verdict.sanitized === undefined ? {} : { sanitized_output: verdict.sanitized }),
  }
}
