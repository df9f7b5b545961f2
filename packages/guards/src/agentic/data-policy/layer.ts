import type { OnError } from '@gatehouse/contracts/policies'
import type {
  AiSanitization,
  DataRuleAction,
  DataStage,
  Mode,
  RegexViolation,
  Severity,
} from '@gatehouse/contracts/verdicts'
import { Failure } from '@gatehouse/kernel'
import type { ChatModel } from '@gatehouse/models'
import { mask } from '../../detectors/pii/actions/mask.ts'
import type { PiiFinding } from '../../detectors/pii/detect.ts'
import type { Span } from '../../engine/guard.ts'
import type { TextViews } from '../../text/views.ts'
import type { CompiledDataPolicy } from './compile-policy.ts'
import { appliedReview } from './apply-review.ts'
import { type ReviewRule, reviewByModel } from './model-review.ts'
import { findPatterns } from './pattern-rules.ts'
import type { Payload } from './payload.ts'
import type { LocalRule, RulesOfRole } from './role-rules.ts'

/** A request: a payload, its tool, its direction, and its recipient. */
export interface DataRequest {
  readonly payload: Payload
  readonly tool: string
  readonly stage: DataStage
  readonly role: string | undefined
}

/** Source of a layer's rules. Layers are evaluated separately, so that one cannot weaken another. */
export type LayerSource = 'global' | 'tool' | 'role_restriction'

export interface Layer {
  readonly source: LayerSource
  readonly mode: Mode
  readonly onError: OnError
  /** If absent, only `rules` apply. */
  readonly policy?: CompiledDataPolicy
  readonly rules: RulesOfRole
}

/** Findings of one layer, and the resulting action. */
export interface LayerOutcome {
  readonly layer: Layer
  readonly violations: readonly RegexViolation[]
  readonly spans: readonly Span[]
  readonly action: 'pass' | 'detect' | 'warn' | 'redact' | 'block'
  readonly severity: Severity | undefined
  readonly ai?: AiSanitization
  readonly usesPatterns: boolean
  /** Why the layer could not decide. */
  readonly error?: string
}

/** Shared reading of a payload, created once for all layers. */
export interface Reading {
  /** Views of the values, each on its own line. */
  readonly lines: () => TextViews
  /** Views of the values with their keys before them. */
  readonly text: () => TextViews
}

/** Default instruction for the model of a policy. */
const INTENT_DEFAULT =
  'Personal data of people, secrets and credentials must not be passed on, but for what the tool is plainly there to give.'

const RANK = { pass: 0, detect: 1, warn: 2, redact: 3, block: 4 } as const

/**
 * Evaluates a payload by one layer: patterns first, then local detectors, then a model if rules require one. The model receives the
 * payload without the pattern matches. A layer that cannot decide reports that.
 */
export async function runLayer(
  layer: Layer,
  request: DataRequest,
  reading: Reading,
  model: ChatModel | undefined,
  signal?: AbortSignal,
  onError: (thrown: unknown) => void = () => {},
): Promise<LayerOutcome> {
  const found = new Findings(layer, request)
  try {
    if (usesPatterns(layer)) {
      for (const hit of findPatterns(layer.policy!.patterns, request.payload, reading.lines())) found.pattern(hit)
    }
    found.refused(layer.rules)
    const { detector } = layer.rules
    if (detector !== undefined) found.entities(layer.rules.local, detector.detect(reading.text()))
    const rules = reviewRules(layer)
    if (rules.length === 0 || found.action === 'block') return found.outcome()
    return await withReview(found, rules, request, model, signal, onError)
  } catch (thrown) {
    onError(thrown)
    return found.failed(thrown instanceof Failure ? thrown.message : 'internal error')
  }
}

async function withReview(
  found: Findings,
  rules: readonly ReviewRule[],
  { payload, stage, tool }: DataRequest,
  model: ChatModel | undefined,
  signal: AbortSignal | undefined,
  onError: (thrown: unknown) => void,
): Promise<LayerOutcome> {
  const failed = (error: string): LayerOutcome =>
    found.failed(error, { verdict: 'error', reasoning: '', redactions: [], error })
  if (model === undefined) return failed('No model is configured.')
  const shown = payload.rewrite(found.hidden)
  try {
    const review = await reviewByModel(model, rules, { stage, tool }, shown, signal)
    const applied = appliedReview(review, payload, shown)
    if (applied.error !== undefined && stage === 'output') {
      return found.failed(applied.error, { ...applied.ai, error: applied.error })
    }
    found.review(review, applied)
    return found.outcome(applied.ai)
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown
    onError(thrown)
    return failed(thrown.message)
  }
}

function usesPatterns({ policy }: Layer): boolean {
  return policy !== undefined && policy.document.sanitization_mode !== 'ai' && policy.patterns.patterns.length > 0
}

function reviewRules({ policy, rules }: Layer): readonly ReviewRule[] {
  if (policy === undefined || policy.document.sanitization_mode === 'regex') return rules.remote
  const intent = policy.document.sanitization_intent
  const stated = intent === undefined || intent === '' ? undefined : intent
  if (stated === undefined && rules.remote.length > 0) return rules.remote
  return [{ text: stated ?? INTENT_DEFAULT, action: 'model' }, ...rules.remote]
}

/** Collects the findings of one layer's steps. */
class Findings {
  readonly #layer: Layer
  readonly #request: DataRequest
  readonly #violations: RegexViolation[] = []
  readonly #spans: Span[] = []
  /** Spans hidden from a model, which would be redacted in an output. */
  readonly hidden: Span[] = []
  #severity: Severity | undefined
  action: LayerOutcome['action'] = 'pass'

  constructor(layer: Layer, request: DataRequest) {
    this.#layer = layer
    this.#request = request
  }

  pattern({ rule, count, spans }: ReturnType<typeof findPatterns>[number]): void {
    const { pattern_id, description, severity } = rule
    const action = actionAt(this.#request.stage, rule.action ?? 'redact', severity)
    this.#add({ pattern_id, description, severity, count, action }, spans, rule.action !== 'detect')
  }

  refused({ refused }: RulesOfRole): void {
    if (refused === undefined) return
    const { id, description } = refused
    this.#add({ pattern_id: id, description, severity: 'high', count: 1, action: 'block' }, [], false)
  }

  entities(rules: readonly LocalRule[], findings: readonly PiiFinding[]): void {
    for (const { id, description, action, entities } of rules) {
      const own = findings.filter(({ type }) => entities.has(type))
      if (own.length === 0) continue
      const severity = action === 'block' ? 'high' : 'medium'
      const settled = actionAt(this.#request.stage, action === 'mask' ? 'redact' : action, severity)
      const spans = own.map((finding) => this.#spanOf(finding, action === 'mask'))
      this.#add({ pattern_id: id, description, severity, count: own.length, action: settled }, spans, true)
    }
  }

  review(
    { verdict, severity }: { readonly verdict: 'allow' | 'redact' | 'block'; readonly severity: Severity },
    { spans }: { readonly spans: readonly Span[] },
  ): void {
    if (verdict === 'allow') return
    const action = actionAt(this.#request.stage, verdict, severity)
    this.#raise(action, severity)
    if (action === 'redact') this.#spans.push(...spans)
  }

  outcome(ai?: AiSanitization): LayerOutcome {
    return {
      layer: this.#layer,
      violations: this.#violations,
      spans: this.#spans,
      action: this.action,
      severity: this.#severity,
      usesPatterns: usesPatterns(this.#layer) || this.#layer.rules.local.length > 0,
      ...(ai === undefined ? {} : { ai }),
    }
  }

  failed(error: string, ai?: AiSanitization): LayerOutcome {
    this.#raise(this.#layer.onError === 'closed' ? 'block' : 'warn', undefined)
    return { ...this.outcome(ai), error }
  }

  #add(violation: RegexViolation, spans: readonly Span[], hides: boolean): void {
    this.#violations.push({ ...violation, source: this.#layer.source })
    this.#raise(violation.action, violation.severity)
    if (violation.action === 'redact') for (const span of spans) this.#spans.push(span)
    if (hides) for (const span of spans) this.hidden.push(span)
  }

  #raise(action: LayerOutcome['action'], severity: Severity | undefined): void {
    if (RANK[action] > RANK[this.action]) this.action = action
    if (severity !== undefined) this.#severity = graver(this.#severity, severity)
  }

  #spanOf({ start, end, type }: PiiFinding, masked: boolean): Span {
    if (!masked) return { start, end, label: type }
    const value = this.#request.payload.text.slice(start, end)
    return { start, end, label: type, replacement: mask(value, type === 'SECRET') }
  }
}

/**
 * Returns the action of a rule at a stage. Tool results are redacted unless the rule has another action. Arguments are never changed:
 * redact means detect, but a critical finding or an explicit block denies the call. docs/spec/guard.md §4 rule 4.
 */
function actionAt(stage: DataStage, action: DataRuleAction, severity: Severity): DataRuleAction {
  if (stage === 'output') return action
  return severity === 'critical' || action === 'block' ? 'block' : 'detect'
}

const SEVERITY_RANK = { low: 0, medium: 1, high: 2, critical: 3 } as const

/** Returns the more severe value. */
export function graver(left: Severity | undefined, right: Severity): Severity {
  return left !== undefined && SEVERITY_RANK[left] >= SEVERITY_RANK[right] ? left : right
}
