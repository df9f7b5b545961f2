import { type Action, actionRank, type GuardrailResult } from '@gatehouse/contracts/verdicts'
import { stops } from '../agentic/engine/stops.ts'
import type { Span } from '../engine/guard.ts'
import type { StageVerdict } from '../engine/run.ts'
import type { CompiledPolicy } from '../engine/compile.ts'

/** Results of guards on a stream so far: the gravest result of each guard, and all replacements. */
export class Findings {
  readonly #policy: CompiledPolicy
  readonly #results = new Map<string, Noted>()
  #retryAfter_s: number | undefined
  #latency_ms = 0

  constructor(policy: CompiledPolicy) {
    this.#policy = policy
  }

  /**
   * @param base offset of the verdict's text in its channel
   * @param isFull whether it covers the whole channel: then it overrides results for parts
   */
  add(verdict: StageVerdict, base = 0, isFull = false): void {
    this.#latency_ms += verdict.latency_ms
    if (verdict.retryAfter_s !== undefined) this.#retryAfter_s = Math.max(this.#retryAfter_s ?? 0, verdict.retryAfter_s)
    for (const result of verdict.results) {
      const other = this.#results.get(result.guardrail)
      const more = other === undefined ? 1 : gravity(result) - gravity(other.result)
      if (more < 0 || (more === 0 && !(isFull && other?.isFull === false))) continue
      const placed = base === 0 || result.passed ? result : moved(result, base)
      this.#results.set(result.guardrail, { result: withActionsOf(other?.result, placed), isFull })
    }
  }

  /** Combines everything to one verdict, with one result per guard. */
  verdict(redactions: readonly Span[], sanitized: string | undefined): StageVerdict {
    const { mode, tiers } = this.#policy
    const results = Array.from(this.#results.values(), ({ result }) => result)
    let action: Action = 'pass'
    let would: Action = 'pass'
    for (const result of results) {
      action = graver(action, result.action)
      would = graver(would, result.would_action ?? result.action)
    }
    const monitored = mode === 'monitor' || results.some(({ would_action }) => would_action !== undefined)
    const stopped = stops(action)
    return {
      safe: !stopped,
      action,
      mode,
      results,
      ...(monitored ? { would: { action: would, block: stops(would) } } : {}),
      ...(sanitized === undefined ? {} : { sanitized }),
      redactions,
      skipped: stopped
        ? tiers.flatMap((tier) =>
            tier.flatMap(({ guard }) =>
              guard.filesOnly === true || this.#results.has(guard.name) ? [] : [guard.name],
            ),
          )
        : [],
      latency_ms: this.#latency_ms,
      ...(this.#retryAfter_s === undefined ? {} : { retryAfter_s: this.#retryAfter_s }),
    }
  }
}

function graver(left: Action, right: Action): Action {
  return actionRank(right) > actionRank(left) ? right : left
}

interface Noted {
  readonly result: GuardrailResult
  readonly isFull: boolean
}

/** A run on the full text makes no replacements in sent text, and omits those made earlier. */
function withActionsOf(other: GuardrailResult | undefined, result: GuardrailResult): GuardrailResult {
  const before = other?.details['entity_actions']
  const now = result.details['entity_actions']
  if (typeof before !== 'object' || typeof now !== 'object') return result
  return { ...result, details: { ...result.details, entity_actions: { ...before, ...now } } }
}

/** Returns the gravity of a result: a monitored finding is graver than no finding. */
function gravity({ action, would_action, passed }: GuardrailResult): number {
  return actionRank(action) * 100 + actionRank(would_action ?? 'pass') * 10 + (passed ? 0 : 1)
}

/** Returns the result with window offsets converted to channel offsets. */
function moved(result: GuardrailResult, base: number): GuardrailResult {
  const details = Object.entries(result.details).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map((item: unknown) => (isRange(item) ? at(item, base) : item)) : value,
  ])
  return { ...result, details: Object.fromEntries(details) }
}

interface StreamRange {
  readonly start: number
  readonly end: number
}

function isRange(value: unknown): value is StreamRange {
  if (typeof value !== 'object' || value === null) return false
  const { start, end } = value as { start?: unknown; end?: unknown }
  return typeof start === 'number' && typeof end === 'number'
}

function at(place: StreamRange, base: number): StreamRange {
  return { ...place, start: place.start + base, end: place.end + base }
}
