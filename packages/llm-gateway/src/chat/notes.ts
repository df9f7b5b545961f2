import { type Action, actionRank, type GuardrailResult } from '@gatehouse/contracts/verdicts'
import type { StageVerdict } from '@gatehouse/guards'
import type { BlockNotice, RefusedCall, ShieldNote } from './dialect.ts'
import type { ChatExchange } from './exchange.ts'
import { decisive } from '@gatehouse/screening'

/** Returns the client's note about an answer's verdicts: decisions and findings only. */
export function shieldNote(
  { context, request }: ChatExchange,
  input: StageVerdict,
  output: StageVerdict,
  refused: readonly RefusedCall[],
  wouldRefuse: readonly RefusedCall[],
): ShieldNote {
  const would = [input.would, output.would].filter((item) => item !== undefined)
  const isMonitored = would.length > 0 || wouldRefuse.length > 0
  const wouldActions = [...would.map((item) => item.action), ...wouldRefuse.map((item) => item.action)]
  const refusedActions = refused.map((item) => item.action)
  const first = refused.find(({ action }) => action === refusedActions.reduce<Action>(graver, 'pass'))
  return {
    // Clients that read only this field must learn that a call was withheld.
    blocked: first !== undefined,
    action: [input.action, output.action, ...refusedActions].reduce<Action>(graver, 'pass'),
    ...(first === undefined ? {} : { guardrail: first.guardrail, message: first.message, stage: 'output' }),
    request_id: context.requestId,
    input: verdictNote(input),
    output: verdictNote(output),
    ...(refused.length > 0 ? { refused_tool_calls: refused } : {}),
    ...(isMonitored
      ? {
          would_action: wouldActions.reduce<Action>(graver, 'pass'),
          would_block: would.some((item) => item.block) || wouldRefuse.length > 0,
        }
      : {}),
    ...(wouldRefuse.length > 0 ? { would_refuse_tool_calls: wouldRefuse } : {}),
    ...(Object.keys(request.unscreened).length > 0 ? { unscreened_parts: request.unscreened } : {}),
  }
}

/** Returns the reason why a request or an answer is blocked. */
export function noticeOf(stage: BlockNotice['stage'], verdict: StageVerdict, requestId: string): BlockNotice {
  const result = decisive(verdict)
  const guardrail = result?.guardrail ?? 'unknown'
  // A guard's message may quote the caller's own text, but not hidden model text.
  const reason = stage === 'input' && result !== undefined && result.message !== '' ? `: ${result.message}` : '.'
  const subject = stage === 'input' ? 'request' : 'answer'
  return {
    stage,
    guardrail,
    message: `The ${subject} was blocked by ${guardrail}${reason}`,
    results: verdict.results,
    requestId,
    status: verdict.retryAfter_s === undefined ? 403 : 429,
  }
}

function verdictNote({ action, results, mode }: StageVerdict): {
  readonly action: Action
  readonly mode: string
  readonly guardrail_results: readonly GuardrailResult[]
} {
  return { action, mode, guardrail_results: results.filter(({ passed }) => !passed) }
}

function graver(a: Action, b: Action): Action {
  return actionRank(b) > actionRank(a) ? b : a
}
