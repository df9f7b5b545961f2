import { documentsOf } from '@gatehouse/client'
import type { DraftLine, HardenStep, ProofStatus } from '@gatehouse/contracts/redteam'
import { guard, redteam } from '../../../api/clients.ts'
import { messages } from '../../../messages/redteam/reports.ts'
import type { Report } from './types.ts'

export type Draft = Extract<DraftLine, { readonly type: 'result' }>
export type DraftProgress = Extract<DraftLine, { readonly type: 'progress' }>
type DraftBody = Parameters<typeof redteam.draftGuardPolicy>[0]['body']
export type { HardenStep, ProofStatus }

/** Placeholder of a hidden value. */
const MASK = '***'
export const BLOCKS = ['input_guardrails', 'output_guardrails', 'agentic_guardrails'] as const

/** Policies in force. */
export interface PoliciesInForce {
  readonly policies: Awaited<ReturnType<typeof guard.readPolicies>>
  readonly tools: Awaited<ReturnType<typeof guard.listToolPolicies>>['tool_policies']
}

export async function readPoliciesInForce(options: { readonly signal?: AbortSignal } = {}): Promise<PoliciesInForce> {
  const [policies, { tool_policies: tools }] = await Promise.all([
    guard.readPolicies({}, options),
    guard.listToolPolicies({}, options),
  ])
  return { policies, tools }
}

/** Value that a report does not contain. */
export interface HiddenValue {
  /** `target.auth.token` */
  readonly path: string
  readonly label: string
  /** Without it, nothing can be sent. */
  readonly isRequired: boolean
}

/** Returns the values of the target that a report masks: canaries are optional. */
export function hiddenValues({ target }: Pick<Report, 'target'>): readonly HiddenValue[] {
  return maskedPaths(target, 'target').map((path) => {
    const isCanary = path.startsWith('target.canaries.')
    return {
      path,
      label: isCanary ? messages.policyDialog.canary(nameOfCanary(target, path)) : path.slice('target.'.length),
      isRequired: !isCanary,
    }
  })
}

function nameOfCanary(target: Report['target'], path: string): string {
  const canaries: unknown = target['canaries']
  const canary: unknown = Array.isArray(canaries) ? canaries[Number(path.split('.')[2])] : undefined
  return isObject(canary) && typeof canary['name'] === 'string' ? canary['name'] : path
}

function maskedPaths(value: unknown, path: string): readonly string[] {
  if (typeof value === 'string') return value.includes(MASK) ? [path] : []
  if (Array.isArray(value)) return value.flatMap((item, at) => maskedPaths(item, `${path}.${at}`))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, item]) => maskedPaths(item, `${path}.${name}`))
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

interface DraftOf {
  readonly filename: string
  readonly finding: string
  readonly now: PoliciesInForce | undefined
  readonly secrets: Readonly<Record<string, string>>
}

/** Drafts a policy for a finding, and replays its proofs behind the draft. */
export async function draftPolicy(
  { filename, finding, now, secrets }: DraftOf,
  onProgress: (progress: DraftProgress) => void,
  signal: AbortSignal,
): Promise<Draft> {
  const given = Object.fromEntries(Object.entries(secrets).filter(([, value]) => value !== ''))
  const body = { finding, secrets: given, ...(now === undefined ? {} : { policy: sentPolicy(now) }) }
  const response = await redteam.draftGuardPolicy({ params: { filename }, body }, { signal })
  for await (const line of documentsOf<DraftLine>(response)) {
    if (line.type === 'result') return line
    onProgress(line)
  }
  throw new Error(messages.policyDialog.theReplayEndedWithoutAResult)
}

function sentPolicy({ policies, tools }: PoliciesInForce): NonNullable<DraftBody['policy']> {
  const { mode, input_guardrails, output_guardrails, agentic_guardrails } = policies
  return { mode, input_guardrails, output_guardrails, agentic_guardrails, tool_policies: tools }
}

/** Returns the parts of the policy that the draft changes, before and after. */
export function changedParts({ policies, tools }: PoliciesInForce, { policy, rules }: Draft) {
  const names = rules.flatMap(({ section, name }) => (section === 'tool_policies' ? [name] : []))
  const pick = (from: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])))
  const parts = (from: Readonly<Record<string, unknown>>, own: Readonly<Record<string, unknown>>) => ({
    ...Object.fromEntries(
      BLOCKS.filter((block) => rules.some(({ section }) => section === block)).map((block) => [block, from[block]]),
    ),
    ...(names.length === 0 ? {} : { tool_policies: pick(own) }),
  })
  const drafted = isObject(policy['tool_policies']) ? policy['tool_policies'] : {}
  return { before: parts({ ...policies }, tools), after: parts(policy, drafted) }
}

/** Returns the hidden settings that the draft replaces, as `guard: setting`. */
export function replacedSettings({ policies }: PoliciesInForce, { rules }: Draft): readonly string[] {
  return rules.flatMap(({ section, name, entry }) => {
    if (section === 'tool_policies') return []
    const known = policies[section][name]?.settings ?? {}
    const own = isObject(entry['settings']) ? entry['settings'] : {}
    return Object.keys(own).flatMap((setting) => (known[setting] === MASK ? [`${name}: ${setting}`] : []))
  })
}

/**
 * Publishes a draft.
 * @returns the version of the policy; undefined if only tool policies changed
 * @throws {Error} if the policy has changed since the draft
 */
export async function publishDraft(now: PoliciesInForce, { policy, rules }: Draft): Promise<number | undefined> {
  const latest = await readPoliciesInForce()
  const tools = rules.flatMap(({ section, name }) => (section === 'tool_policies' ? [name] : []))
  const isSame = tools.every((name) => JSON.stringify(latest.tools[name]) === JSON.stringify(now.tools[name]))
  if (latest.policies.version !== now.policies.version || !isSame)
    throw new Error(messages.policyDialog.thePolicyHasChanged)
  const drafted = isObject(policy['tool_policies']) ? policy['tool_policies'] : {}
  for (const name of tools) {
    const body = drafted[name]
    if (!isObject(body)) continue
    // Sequential: a failure leaves the later ones unchanged. oxlint-disable-next-line no-await-in-loop
    await guard.saveToolPolicy({ params: { tool_name: name }, body })
  }
  if (tools.length === rules.length) return undefined
  const { input_guardrails, output_guardrails, agentic_guardrails } = policy as Pick<
    PoliciesInForce['policies'],
    (typeof BLOCKS)[number]
  >
  const body = { input_guardrails, output_guardrails, agentic_guardrails, mode: now.policies.mode }
  return (await guard.replacePolicies({ body })).version
}
