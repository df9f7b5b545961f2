import type { GuardrailResult } from '@gatehouse/contracts/verdicts'
import type { CompiledGuard, CompiledPolicy } from '../engine/compile.ts'
import type { Span } from '../engine/guard.ts'
import { type RunContext, runPolicy, type StageVerdict } from '../engine/run.ts'
import { only } from './plan.ts'

/** A letter or digit: symbols and spaces around a value reveal nothing about it. */
const TELLING = /[\p{L}\p{N}]/u

/**
 * Returns the ranges to redact that were sent, in full or in part.
 * @param text all of the channel
 * @param left everything before this offset is sent
 * @param replaced replaced ranges of sent text, in order and disjoint
 */
export function leftUnreplaced(
  text: string,
  left: number,
  found: readonly Span[],
  replaced: readonly Span[],
): readonly Span[] {
  let next = 0
  return found.filter(({ start, end }) => {
    if (start >= left) return false
    while (next < replaced.length && replaced[next]!.end <= start) next += 1
    const to = Math.min(end, left)
    let at = start
    for (let index = next; at < to; index += 1) {
      const span = replaced[index]
      if (TELLING.test(text.slice(at, Math.min(to, span?.start ?? to)))) return true
      if (span === undefined) break
      at = Math.max(at, span.end)
    }
    return false
  })
}

/**
 * Returns the verdict on a text with sent ranges that had to be redacted: an impossible redaction is a block, and the results of the
 * responsible guards say so.
 * @param missed sent ranges, at least one
 */
export async function tooLate(
  verdict: StageVerdict,
  missed: readonly Span[],
  policy: CompiledPolicy,
  text: string,
  context: RunContext,
): Promise<StageVerdict> {
  const counts = new Map<string, number>()
  const guards = policy.tiers.flat().filter(({ guard, mode }) => {
    return mode !== 'monitor' && verdict.results.some((result) => !result.passed && result.guardrail === guard.name)
  })
  for (const guard of guards) {
    // Of several guards, the responsible one is found by running each alone.
    const own = guards.length === 1 ? missed : await foundBy(guard, missed, policy, text, context)
    if (own.length > 0) counts.set(guard.guard.name, own.length)
  }
  const isNamed = counts.size > 0
  const results = verdict.results.map((result) => {
    if (!isNamed && (result.passed || result.action !== 'redact')) return result
    const count = isNamed ? counts.get(result.guardrail) : missed.length
    return count === undefined ? result : late(result, count)
  })
  return { ...verdict, safe: false, action: 'block', results }
}

async function foundBy(
  compiledGuard: CompiledGuard,
  missed: readonly Span[],
  policy: CompiledPolicy,
  text: string,
  context: RunContext,
): Promise<readonly Span[]> {
  const about = { ...context, sessionId: undefined, replaceWithin: [0, 0] as const }
  const { redactions } = await runPolicy(only(policy, [compiledGuard]), { text }, about)
  let next = 0
  return missed.filter(({ start, end }) => {
    while (next < redactions.length && redactions[next]!.end <= start) next += 1
    const span = redactions[next]
    return span !== undefined && span.start < end
  })
}

function late(result: GuardrailResult, count: number): GuardrailResult {
  return {
    ...result,
    action: 'block',
    message: `${result.message} Detection came after the text was sent, so it could not be replaced.`.trim(),
    details: { ...result.details, configured_action: 'redact', left_unreplaced: count },
  }
}
