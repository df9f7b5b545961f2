import { type Action, actionRank, type GuardrailResult } from '@gatehouse/contracts'
import { stops } from '../agentic/engine/stops.ts'
import type { Span } from '../engine/guard.ts'
import type { StageVerdict } from '../engine/run.ts'
import type { CompiledPolicy } from '../engine/compile.ts'

/** What guards said of a stream so far: for each guard the gravest result, and what was replaced. */
export class Findings {
  readonly #policy: CompiledPolicy
  readonly #results = new Map<string, Noted>()
  #retryAfter_s: number | undefined
  #latency_ms = 0

  constructor(policy: CompiledPolicy) {
    this.#policy = policy
  }

  /**
   * @param base  where the text of the verdict begins in its channel
   * @param isFull  whether it is about all of a channel: then it tells more than that of a part
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

  /** Everything as one verdict; a result of its own per guard. */
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

/** A run over the full text makes no replacement for what has left, and says nothing of those that were made then. */
function withActionsOf(other: GuardrailResult | undefined, result: GuardrailResult): GuardrailResult {
  const before = other?.details['entity_actions']
  const now = result.details['entity_actions']
  if (typeof before !== 'object' || typeof now !== 'object') return result
  return { ...result, details: { ...result.details, entity_actions: { ...before, ...now } } }
}

/** What was found and only watched is graver than what was not found. */
function gravity({ action, would_action, passed }: GuardrailResult): number {
  return actionRank(action) * 100 + actionRank(would_action ?? 'pass') * 10 + (passed ? 0 : 1)
}

/** The result with the places in its details moved: they are those of a window, and are told as those of the channel. */
function moved(result: GuardrailResult, base: number): GuardrailResult {
  const details = Object.entries(result.details).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map((one: unknown) => (hasPlace(one) ? at(one, base) : one)) : value,
  ])
  return { ...result, details: Object.fromEntries(details) }
}

interface Place {
  readonly start: number
  readonly end: number
}

function hasPlace(value: unknown): value is Place {
  if (typeof value !== 'object' || value === null) return false
  const { start, end } = value as { start?: unknown; end?: unknown }
  return typeof start === 'number' && typeof end === 'number'
}

function at(place: Place, base: number): Place {
  return { ...place, start: place.start + base, end: place.end + base }
}
