import {
  type Action,
  actionRank,
  type AiSanitization,
  type GuardrailResult,
  type Sanitization,
} from '@gatehouse/contracts/verdicts'
import type { ChatModel } from '@gatehouse/models'
import { makeViews, type TextViews } from '../../text/views.ts'
import { stops } from '../engine/stops.ts'
import { type DataRequest, graver, type Layer, type LayerOutcome, type Reading, runLayer } from './layer.ts'
import type { Payload } from './payload.ts'

/** The name of the result; docs/spec/guard.md §2 "Guardrail names". */
export const DATA_POLICY_RESULT = 'data_policy_sanitization'
/** Result name of `screen_for_injection`. Tool content is not a user message. Ibid. */
export const ADVERSARIAL_RESULT = 'adversarial'

/** Result of the data policies for a payload. */
export interface DataVerdict {
  readonly action: Action
  /** Present if a layer is in monitor mode. */
  readonly would?: { readonly action: Action; readonly block: boolean }
  readonly sanitization: Sanitization
  /** Absent without a policy. */
  readonly result?: GuardrailResult
  /** The rewritten payload; present only if it differs and may pass. */
  readonly sanitized?: string
}

export interface SanitizePorts {
  /** If absent, no model is configured. */
  readonly model?: ChatModel
  /** Called for every failed layer, with its error. */
  readonly onError?: (thrown: unknown) => void
  readonly signal?: AbortSignal
}

/**
 * Evaluates a payload by all layers and rewrites it by their combined findings. Each layer reads the original payload, so that a redaction
 * or block of one layer applies regardless of the others: the tenant-wide policy is a minimum. docs/spec/guard.md §4 rules 3 and 4,
 * "Agents".
 */
export async function sanitize(
  request: DataRequest,
  layers: readonly Layer[],
  { model, onError, signal }: SanitizePorts = {},
): Promise<DataVerdict> {
  if (layers.length === 0) return { action: 'pass', sanitization: nothing(request) }
  const started = performance.now()
  const reading = readingOf(request.payload)
  const outcomes = await Promise.all(layers.map((layer) => runLayer(layer, request, reading, model, signal, onError)))
  const would = gravest(outcomes)
  const enforced = outcomes.filter(({ layer }) => layer.mode === 'enforce')
  const action = gravest(enforced)
  const spans = enforced.flatMap((outcome) => outcome.spans)
  const rewritten = spans.length > 0 && !stops(action) ? request.payload.rewrite(spans) : request.payload.raw
  const isModified = rewritten !== request.payload.raw
  const sanitization = sanitizationOf(request, outcomes, isModified)
  const isMonitored = enforced.length < outcomes.length
  return {
    action,
    ...(isMonitored ? { would: { action: would, block: stops(would) } } : {}),
    sanitization,
    result: resultOf(request, outcomes, { action, would, isMonitored, isModified }, started),
    ...(isModified ? { sanitized: rewritten } : {}),
  }
}

function readingOf(payload: Payload): Reading {
  let linesViews: TextViews | undefined
  let textViews: TextViews | undefined
  return {
    lines: () => (linesViews ??= makeViews(payload.lines)),
    text: () => (payload.isJson ? (textViews ??= makeViews(payload.text)) : (linesViews ??= makeViews(payload.lines))),
  }
}

function gravest(outcomes: readonly LayerOutcome[]): Action {
  return outcomes.reduce<Action>(
    (worst, { action }) => (actionRank(action) > actionRank(worst) ? action : worst),
    'pass',
  )
}

function nothing({ stage }: DataRequest): Sanitization {
  return { applied: false, stage, mode: 'none', regex_violations: [], output_modified: false }
}

function sanitizationOf({ stage }: DataRequest, outcomes: readonly LayerOutcome[], isModified: boolean): Sanitization {
  const reviews = outcomes.flatMap(({ ai }) => (ai === undefined ? [] : [ai]))
  return {
    applied: true,
    stage,
    mode: modeOf(outcomes),
    regex_violations: outcomes.flatMap(({ violations }) => violations),
    ...(reviews.length === 0 ? {} : { ai: mergedSanitization(reviews) }),
    output_modified: isModified,
  }
}

/** Returns the methods that ran in all layers. */
function modeOf(outcomes: readonly LayerOutcome[]): string {
  const asksModel = outcomes.some(
    ({ layer }) => (layer.policy?.document.sanitization_mode ?? 'regex') !== 'regex' || layer.rules.remote.length > 0,
  )
  if (!asksModel) return 'regex'
  return outcomes.some(({ usesPatterns }) => usesPatterns) ? 'both' : 'ai'
}

const VERDICTS = ['allow', 'redact', 'block', 'error'] as const

function mergedSanitization(reviews: readonly AiSanitization[]): AiSanitization {
  const errors = reviews.flatMap(({ error }) => (error === undefined ? [] : [error]))
  const notFound = reviews.reduce((sum, { not_found: count = 0 }) => sum + count, 0)
  return {
    verdict: VERDICTS[Math.max(...reviews.map(({ verdict }) => VERDICTS.indexOf(verdict)))] ?? 'error',
    reasoning: reviews
      .map(({ reasoning }) => reasoning)
      .filter((text) => text !== '')
      .join(' '),
    redactions: reviews.flatMap(({ redactions }) => redactions),
    ...(notFound > 0 ? { not_found: notFound } : {}),
    ...(errors.length > 0 ? { error: errors.join(' ') } : {}),
  }
}

interface Decision {
  readonly action: Action
  readonly would: Action
  readonly isMonitored: boolean
  readonly isModified: boolean
}

function resultOf(
  { stage, tool }: DataRequest,
  outcomes: readonly LayerOutcome[],
  { action, would, isMonitored, isModified }: Decision,
  started: number,
): GuardrailResult {
  const latency_ms = Math.round((performance.now() - started) * 1_000) / 1_000
  const errors = outcomes.flatMap(({ error, layer }) => (error === undefined ? [] : [{ error, layer }]))
  const details: Record<string, unknown> = {
    backend: outcomes.some(({ ai }) => ai !== undefined) ? 'llm' : 'builtin',
    stage,
    policies: outcomes.map(({ layer }) => layer.source),
    violations: outcomes.reduce((sum, { violations }) => sum + violations.length, 0),
    output_modified: isModified,
  }
  if (errors.length > 0) {
    details['error'] = errors.map(({ error }) => error).join(' ')
    details['on_error'] = errors.some(({ layer }) => layer.onError === 'closed') ? 'closed' : 'open'
  }
  const passed = would === 'pass'
  const severity = outcomes.reduce<ReturnType<typeof graver> | undefined>(
    (worst, outcome) => (outcome.severity === undefined ? worst : graver(worst, outcome.severity)),
    undefined,
  )
  return {
    guardrail: DATA_POLICY_RESULT,
    passed,
    action,
    message: passed ? '' : messageOf(would, stage, tool, errors.length > 0),
    details,
    latency_ms,
    ...(severity === undefined ? {} : { severity }),
    ...(isMonitored ? { would_action: would, would_block: stops(would) } : {}),
  }
}

function messageOf(action: Action, stage: DataRequest['stage'], tool: string, failed: boolean): string {
  if (failed) return 'The data policy could not decide.'
  const subject = stage === 'output' ? 'The tool output' : 'The tool input'
  const shown = tool.length > 128 ? `${tool.slice(0, 128)}…` : tool
  if (action === 'block') return `${subject} is blocked by the data policy of "${shown}".`
  return action === 'redact'
    ? `${subject} was redacted by the data policy of "${shown}".`
    : `${subject} violates a rule of the data policy of "${shown}".`
}
