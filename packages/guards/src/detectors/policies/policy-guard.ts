import { actionRank } from '@gatehouse/contracts'
import { z } from 'zod'
import { clear, flag, type Outcome } from '../../engine/guard.ts'
import type { Judge } from '../../engine/judge.ts'
import type { TextViews } from '../../text/views.ts'
import { compileLocalPolicy, type LocalPolicy } from './local-policy.ts'

/** Bounds of a custom policy. Decisions §1 "Policies and tenants". */
export const POLICIES_PER_STAGE_MAX = 10
export const POLICY_LIMITS = {
  name: { min: 1, max: 100 },
  description: { min: 0, max: 500 },
  prompt: { min: 20, max: 2_000 },
  confidence_threshold: { min: 0.5, max: 1, default: 0.8 },
  priority: { min: 1, max: 1_000, default: 100 },
  examples: { max: 200 },
} as const

const EXAMPLE_CHARS_MAX = 4_000

const examples = z.array(z.string().trim().min(1).max(EXAMPLE_CHARS_MAX)).max(POLICY_LIMITS.examples.max).default([])

/** A rule of a team's own, in words and by examples. */
export const customPolicy = z.object({
  policy_id: z.string().max(64).optional().describe('Named in verdicts.'),
  name: z.string().trim().min(POLICY_LIMITS.name.min).max(POLICY_LIMITS.name.max),
  description: z.string().max(POLICY_LIMITS.description.max).default(''),
  prompt: z
    .string()
    .trim()
    .min(POLICY_LIMITS.prompt.min)
    .max(POLICY_LIMITS.prompt.max)
    .describe('The rule in plain words: what breaks it.'),
  action: z.enum(['pass', 'detect', 'warn', 'redact', 'block']).default('block'),
  enabled: z.boolean().default(true),
  confidence_threshold: z
    .number()
    .min(POLICY_LIMITS.confidence_threshold.min)
    .max(POLICY_LIMITS.confidence_threshold.max)
    .default(POLICY_LIMITS.confidence_threshold.default),
  priority: z
    .int()
    .min(POLICY_LIMITS.priority.min)
    .max(POLICY_LIMITS.priority.max)
    .default(POLICY_LIMITS.priority.default)
    .describe('Policies are tried in this order, low first.'),
  examples: z.object({ violating: examples, allowed: examples }).default({ violating: [], allowed: [] }),
})

/** Settings of the two guards that run custom policies. */
export const customPolicySettings = z.object({
  policies: z
    .array(customPolicy)
    .max(POLICIES_PER_STAGE_MAX)
    .default([])
    .describe('Rules of your own; each is compiled into a small local classifier.'),
  use_model: z
    .boolean()
    .default(true)
    .describe('Whether a configured model judges what the local classifier does not rule out.'),
})

type CustomPolicy = z.infer<typeof customPolicy>
type Settings = z.infer<typeof customPolicySettings>

export interface CompiledCustomPolicy {
  readonly policy: CustomPolicy
  readonly local: LocalPolicy
}

/** Compiles the enabled policies, the first in order of priority first. */
export function compileCustomPolicies({ policies }: Settings): readonly CompiledCustomPolicy[] {
  return active(policies).map((policy) => ({
    policy,
    local: compileLocalPolicy({
      prompt: policy.prompt,
      violating: policy.examples.violating,
      allowed: policy.examples.allowed,
    }),
  }))
}

/** Judges a text by every policy; the gravest action of those broken counts. */
export function judgeByPolicies(text: TextViews, compiled: readonly CompiledCustomPolicy[], what: string): Outcome {
  if (compiled.length === 0) return clear
  const normal = text.views(['normal'])[0]?.text ?? text.original
  const judged = compiled.map(({ policy, local }) => ({ policy, local, score: local.score(normal) }))
  const broken = judged.filter(({ policy, score }) => score >= policy.confidence_threshold)
  const most = Math.max(...judged.map(({ score }) => score))
  const first = broken.toSorted((left, right) => actionRank(right.policy.action) - actionRank(left.policy.action))[0]
  if (first === undefined) return { ...clear, score: most }
  return flag(`${what} breaks the policy "${first.policy.name}".`, {
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
    },
  })
}

/** Below this local score no policy is broken, and no model is asked. */
const RULED_OUT_BELOW = 0.1

/** The model judges whatever the local classifiers do not rule out. */
export const customPolicyJudge: Judge<Settings> = {
  between: [RULED_OUT_BELOW, Number.POSITIVE_INFINITY],
  question({ policies }) {
    const rules = active(policies).map(({ name, prompt }, index) => `${index + 1}. ${name}: ${prompt}`)
    return rules.length === 0 ? undefined : `Does the text break any of these rules?\n${rules.join('\n')}`
  },
  broken({ policies }, rule) {
    const policy = active(policies)[rule - 1]
    if (policy === undefined) return {}
    return {
      message: `The text breaks the policy "${policy.name}".`,
      category: 'custom_policy',
      action: policy.action,
      details: {
        method: 'model',
        policies: [
          {
            ...(policy.policy_id === undefined ? {} : { policy_id: policy.policy_id }),
            name: policy.name,
            action: policy.action,
          },
        ],
      },
    }
  },
}

/** The enabled policies, in the order in which they are tried. */
function active(policies: readonly CustomPolicy[]): CustomPolicy[] {
  return policies.filter(({ enabled }) => enabled).toSorted((left, right) => left.priority - right.priority)
}
