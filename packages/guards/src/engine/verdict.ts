import type { ContentVerdict } from '@gatehouse/contracts/verdicts'
import type { CompiledPolicy } from './compile.ts'
import type { StageVerdict } from './run.ts'

/** A stage's decision in the shape of the wire. `sanitized_output` is the contract's name for any rewritten payload. */
export function toContentVerdict(verdict: StageVerdict, policy: CompiledPolicy, requestId: string): ContentVerdict {
  const { would } = verdict
  // Optional fields are added one by one: this runs for every request, and a spread creates an additional object.
  const body: ContentVerdict = {
    safe: verdict.safe,
    action: verdict.action,
    mode: verdict.mode,
    guardrail_results: [...verdict.results],
    inference_time_ms: Math.round(verdict.latency_ms * 1_000) / 1_000,
    request_id: requestId,
    policy_source: policy.source,
  }
  if (verdict.skipped.length > 0) body.skipped_guardrails = [...verdict.skipped]
  if (would !== undefined) {
    body.would_action = would.action
    body.would_block = would.block
  }
  if (verdict.sanitized !== undefined) body.sanitized_output = verdict.sanitized
  return body
}
