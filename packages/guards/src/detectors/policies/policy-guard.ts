import { CUSTOM_POLICY_LIMITS, CustomPolicyRule } from '@gatehouse/contracts/policies'
import { actionRank } from '@gatehouse/contracts/verdicts'
import { z } from 'zod'
import { clear, flag, type GuardContext, type Outcome } from '../../engine/guard.ts'
import type { Judge } from '../../engine/judge.ts'
import type { GuardPorts, TurnLog } from '../../engine/ports.ts'
import { type Place, flaggedSentences, spanDetails } from '../../text/strong-places.ts'
import type { TextViews, View } from '../../text/views.ts'
import { effectiveThreshold } from './calibrate.ts'
import { compileLocalPolicy, type LocalPolicy, scoresOf } from './local-policy.ts'

/** Maximum number of policies of a stage: individually stored ones, and as many in the settings themselves. */
const POLICIES_MAX = 2 * CUSTOM_POLICY_LIMITS.per_stage_max

/** Settings of the two guards that run custom policies. */
export const customPolicySettings = z.object({
  policies: z
    .array(CustomPolicyRule.strict())
    .max(POLICIES_MAX)
    .default([])
    .describe('Rules of your own; each is compiled into a small local classifier.'),
  use_model: z
    .boolean()
    .default(true)
    .describe('Whether a configured model judges what the local classifier does not rule out.'),
})

type Settings = z.infer<typeof customPolicySettings>

export interface CompiledCustomPolicy {
  readonly policy: CustomPolicyRule
  readonly local: LocalPolicy
  /** The configured threshold, or a higher one at which at most 1 % of ordinary texts are blocked. */
  readonly threshold: number
}

/** Compiled policies. */
export interface PolicySet {
  readonly compiled: readonly CompiledCustomPolicy[]
  /** Present if a policy reads earlier turns. */
  readonly turns: TurnLog | undefined
}

/** Maximum number of turns that are evaluated together, characters of each, and their retention. docs/spec/guard.md. */
const TURNS_MAX = 6
const TURN_CHARS_MAX = 1_000
const TURNS_TTL_MS = 60 * 60 * 1_000

/** Compiles the enabled policies, the first in order of priority first. */
export function compileCustomPolicies({ policies }: Settings, { turns }: GuardPorts): PolicySet {
  const compiled = active(policies).map((policy) => {
    const { violating, allowed } = policy.examples
    const local = compileLocalPolicy({ prompt: policy.prompt, violating, allowed })
    return { policy, local, threshold: effectiveThreshold(local, policy.confidence_threshold) }
  })
  return { compiled, turns: compiled.some(({ policy }) => policy.multi_turn) ? turns : undefined }
}

/** Evaluates a text by every policy; the gravest action of the violated ones applies. */
export function judgeByPolicies(
  text: TextViews,
  { compiled, turns }: PolicySet,
  subject: string,
  { tenantId, stage, sessionId, isRecord }: GuardContext,
): Outcome | Promise<Outcome> {
  if (compiled.length === 0) return clear
  const view = text.views(['normal'])[0]
  const normal = view?.text ?? text.original
  const seen = isRecord === true ? undefined : view
  if (turns === undefined || sessionId === undefined) return judgeTexts(normal, normal, compiled, subject, seen)
  const key = `${tenantId}:${stage}-policy-turns:${sessionId}`
  return turns.read(key).then(async (before) => {
    await turns.add(key, normal.slice(0, TURN_CHARS_MAX), TURNS_MAX, TURNS_TTL_MS)
    return judgeTexts(normal, [...before, normal].join('\n'), compiled, subject, seen)
  })
}

function judgeTexts(
  text: string,
  withTurns: string,
  compiled: readonly CompiledCustomPolicy[],
  subject: string,
  view: View | undefined,
): Outcome {
  const locals = compiled.map(({ local }) => local)
  const alone = scoresOf(locals, text)
  const together = withTurns === text ? alone : scoresOf(locals, withTurns)
  const judged = compiled.map(({ policy, local, threshold }, index) => {
    const score = alone[index]!
    return { policy, local, threshold, score: policy.multi_turn ? Math.max(score, together[index]!) : score }
  })
  const broken = judged.filter(({ threshold, score }) => score >= threshold)
  const most = Math.max(...judged.map(({ score }) => score))
  const first = broken.toSorted((left, right) => actionRank(right.policy.action) - actionRank(left.policy.action))[0]
  if (first === undefined) return { ...clear, score: most }
  return flag(`${subject} breaks the policy "${first.policy.name}".`, {
    score: first.score,
    category: 'custom_policy',
    severity: 'medium',
    action: first.policy.action,
    details: {
      method: first.local.method,
      policies: broken.map(({ policy, score }) => ({
        ...(policy.policy_id === undefined ? {} : { policy_id: policy.policy_id }),
        name: policy.name,
        score: Number(score.toFixed(3)),
        action: policy.action,
      })),
      ...(view === undefined ? {} : spanDetails(violationRanges(view, first))),
    },
  })
}

/** Returns the ranges of sentences that violate the policy on their own. */
function violationRanges(view: View, { policy, local, threshold }: CompiledCustomPolicy): readonly Place[] {
  return flaggedSentences(view, (sentence) => (scoresOf([local], sentence)[0]! >= threshold ? policy.name : undefined))
}

/**
 * Below this local score the policy counts as met, and no model is called. Development rules: no violation has a lower score, and 30 % of
 * ordinary texts have a higher one.
 */
const RULED_OUT_BELOW = 0.2

/** The model evaluates all texts that the local classifiers do not rule out. */
export const customPolicyJudge: Judge<Settings> = {
  between: [RULED_OUT_BELOW, Number.POSITIVE_INFINITY],
  question({ policies }) {
    const rules = active(policies).map(({ name, prompt }, index) => `${index + 1}. ${name}: ${prompt}`)
    return rules.length === 0 ? undefined : `Does the text break any of these rules?\n${rules.join('\n')}`
  },
  confidenceMin({ policies }, rules) {
    const named = namedBy(policies, rules)
    return named.length === 0 ? 0.5 : Math.min(...named.map(({ confidence_threshold }) => confidence_threshold))
  },
  broken({ policies }, rules) {
    const named = namedBy(policies, rules)
    const first = named.toSorted((left, right) => actionRank(right.action) - actionRank(left.action))[0]
    if (first === undefined) return { category: 'custom_policy' }
    return {
      message: `The text breaks the policy "${first.name}".`,
      category: 'custom_policy',
      action: first.action,
      details: {
        method: 'model',
        policies: named.map(({ policy_id, name, action }) => ({
          ...(policy_id === undefined ? {} : { policy_id }),
          name,
          action,
        })),
      },
    }
  },
}

/** Returns the policies whose numbers are in the model's answer. */
function namedBy(policies: readonly CustomPolicyRule[], rules: readonly number[]): CustomPolicyRule[] {
  const all = active(policies)
  return rules.flatMap((rule) => all[rule - 1] ?? [])
}

/** The enabled policies, in the order in which they are tried. */
function active(policies: readonly CustomPolicyRule[]): CustomPolicyRule[] {
  return policies.filter(({ enabled }) => enabled).toSorted((left, right) => left.priority - right.priority)
}
