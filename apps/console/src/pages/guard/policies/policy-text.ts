import { stringify } from 'yaml'
import { isMapping } from '../parts/plain.ts'
import { type ReadYaml, readYaml } from '../parts/yaml-text.ts'
import { messages } from '../../../messages/guard/policies.ts'

export const STAGES = ['input_guardrails', 'output_guardrails', 'agentic_guardrails'] as const
export type Stage = (typeof STAGES)[number]

/** Guard entry of a policy. Other settings may be next to `enabled`. */
export type Entry = Readonly<Record<string, unknown>>
export type Policy = { readonly mode?: unknown } & { readonly [Name in Stage]?: Readonly<Record<string, Entry>> }

/** Problem in a policy, with its path. */
export interface Problem {
  readonly path: readonly string[]
  readonly message: string
}

export interface ReadPolicy extends Omit<ReadYaml, 'value'> {
  readonly policy: Policy
}

/** Formats a policy as text, in the format of `gatehouse policy`. */
export function textOf(policy: Policy): string {
  return stringify({
    mode: policy.mode,
    input_guardrails: policy.input_guardrails ?? {},
    output_guardrails: policy.output_guardrails ?? {},
    agentic_guardrails: policy.agentic_guardrails ?? {},
  })
}

const KNOWN = new Set<string>(['mode', ...STAGES])

export function readPolicy(text: string): ReadPolicy {
  const { value, broken, lineOf } = readYaml(text)
  const strange = Object.keys(value).filter((name) => !KNOWN.has(name))
  const shapes = STAGES.filter((stage) => value[stage] !== undefined && !isMapping(value[stage]))
  return {
    policy: value,
    broken: [
      ...broken,
      ...strange.map((name) => ({ line: lineOf([name]), message: messages.policyText.unknownPolicySection(name) })),
      ...shapes.map((name) => ({
        line: lineOf([name]),
        message: messages.policyText.mustBeAMappingOfGuardNames(name),
      })),
    ],
    lineOf,
  }
}
