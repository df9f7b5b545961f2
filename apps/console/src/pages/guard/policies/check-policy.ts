import { isMapping, plain } from '../parts/plain.ts'
import type { GuardInfo } from '../playground/attempt.ts'
import { type Entry, type Policy, type Problem, STAGES } from './policy-text.ts'
import { messages } from '../../../messages/guard/policies.ts'

const ACTIONS = new Set(['pass', 'detect', 'warn', 'redact', 'require_approval', 'block', 'log', 'monitor', 'mask'])
const OWN = new Set(['enabled', 'action', 'mode', 'on_error', 'deadline_ms', 'settings'])
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  mode: ['enforce', 'monitor'],
  on_error: ['closed', 'open'],
}
/** Alternative names of the service. Other names are used unchanged. */
const ALIASES: Readonly<Record<string, string>> = {
  'sentiment-analysis': 'sentiment',
  'adversarial-prompt-detection': 'adversarial_detection',
  'toxicity-detection': 'toxicity',
  'pii-leakage-detection': 'pii_leakage',
}

export const canonical = (name: string): string => ALIASES[name] ?? name.replaceAll('-', '_')

/** Returns what the service would reject or ignore, as far as the console can determine. */
export function checkPolicy(policy: Policy, guards: readonly GuardInfo[]): readonly Problem[] {
  const mode =
    policy.mode === undefined || policy.mode === null || ['enforce', 'monitor'].includes(plain(policy.mode))
      ? []
      : [{ path: ['mode'], message: messages.checkPolicy.mustBeEnforceOrMonitor }]
  return [
    ...mode,
    ...STAGES.flatMap((stage) => {
      const known = guards.filter((guard) => `${guard.stage}_guardrails` === stage)
      const entries = policy[stage]
      if (!isMapping(entries)) return []
      return Object.entries(entries).flatMap(([name, entry]) => {
        const path = [stage, name]
        const info = known.find((item) => item.name === canonical(name))
        if (info === undefined) return [{ path, message: messages.checkPolicy.thereIsNoGuardInThisStage(name) }]
        if (!isMapping(entry)) return [{ path, message: messages.checkPolicy.mustContainOnlyEnabledAction }]
        return checkEntry(path, entry, info)
      })
    }),
  ]
}

function checkEntry(path: readonly string[], entry: Entry, info: GuardInfo): readonly Problem[] {
  const problems: Problem[] = []
  const add = (steps: readonly string[], message: string): void =>
    void problems.push({ path: [...path, ...steps], message })
  if (entry['enabled'] !== undefined && typeof entry['enabled'] !== 'boolean')
    add(['enabled'], messages.checkPolicy.mustBeTrueOrFalse)
  if (entry['action'] !== undefined && !ACTIONS.has(plain(entry['action']))) {
    add(['action'], messages.checkPolicy.mustBePassDetectWarnRedact)
  }
  for (const [name, choices] of Object.entries(CHOICES)) {
    if (entry[name] !== undefined && !choices.includes(plain(entry[name])))
      add([name], messages.checkPolicy.mustBe(choices.join(' or ')))
  }
  const extras = Object.entries(entry).filter(([name]) => !OWN.has(name))
  const inside = isMapping(entry['settings']) ? Object.entries(entry['settings']) : []
  for (const [steps, [name, value]] of [
    ...extras.map((item) => [[], item] as const),
    ...inside.map((item) => [['settings'], item] as const),
  ]) {
    const wrong = wrongValue(value, schemaOf(info, name))
    if (wrong !== undefined) add([...steps, name], wrong)
  }
  return problems
}

/** Subset of JSON Schema that the settings form supports. */
export interface SettingSchema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly default?: unknown
  readonly description?: string
  readonly items?: { readonly type?: string; readonly enum?: readonly unknown[] }
}

export function schemaOf(info: GuardInfo, name: string): SettingSchema | undefined {
  const properties = info.settings_schema?.['properties']
  return isMapping(properties) && Object.hasOwn(properties, name) ? (properties[name] as SettingSchema) : undefined
}

function wrongValue(value: unknown, schema: SettingSchema | undefined): string | undefined {
  if (schema === undefined || value === '***') return undefined
  if (schema.enum !== undefined && !schema.enum.includes(value))
    return messages.checkPolicy.mustBeOneOf(schema.enum.join(', '))
  switch (schema.type) {
    case 'number':
    case 'integer':
      if (typeof value !== 'number') return messages.checkPolicy.mustBeANumber
      if (schema.type === 'integer' && !Number.isInteger(value)) return messages.checkPolicy.mustBeAWholeNumber
      if (schema.minimum !== undefined && value < schema.minimum)
        return messages.checkPolicy.mustBeAtLeast(schema.minimum)
      if (schema.maximum !== undefined && value > schema.maximum)
        return messages.checkPolicy.mustBeAtMost(schema.maximum)
      return undefined
    case 'boolean':
      return typeof value === 'boolean' ? undefined : messages.checkPolicy.mustBeTrueOrFalse
    case 'string':
      return typeof value === 'string' ? undefined : messages.checkPolicy.mustBeAString
    case 'array':
      return Array.isArray(value) ? undefined : messages.checkPolicy.mustBeAList
    case undefined:
    default:
      return undefined
  }
}
