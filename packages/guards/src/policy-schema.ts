import { GUARD_ALIASES, GuardEntry, PolicyFile } from '@gatehouse/contracts/policies'
import { MASK } from '@gatehouse/kernel'
import { z } from 'zod'
import { allAgenticGuards } from './agentic.gen.ts'
import type { AnyGuard } from './engine/guard.ts'
import { allGuards } from './guards.gen.ts'

type Schema = Readonly<Record<string, unknown>>

/** Input form of the schema, before defaults apply. */
const OPTIONS = { io: 'input', unrepresentable: 'any' } as const

/**
 * Returns the JSON Schema (2020-12) of policy files, with the settings of every guard, for completion and validation in editors. Guards
 * may be written in every spelling that the service accepts.
 */
export function policyFileSchema(): Schema {
  const schema = z.toJSONSchema(PolicyFile, OPTIONS)
  const families = [
    ['input', allGuards.filter(({ stages }) => stages.includes('input'))],
    ['output', allGuards.filter(({ stages }) => stages.includes('output'))],
    ['agentic', allAgenticGuards],
  ] as const
  const blocks = families.map(([stage, guards]): [string, Schema] => [`${stage}_guardrails`, blockSchema(guards)])
  const definitions = [...allGuards, ...allAgenticGuards].map((guard) => [definitionOf(guard), entrySchema(guard)])
  return {
    ...schema,
    title: 'Gatehouse policy file',
    properties: { ...schema.properties, ...Object.fromEntries(blocks) },
    $defs: { ...schema.$defs, ...Object.fromEntries(definitions) },
  }
}

/** Properties of a guard of any family that the schema needs. */
type Configurable = Pick<AnyGuard, 'name' | 'title' | 'settings' | 'secretSettings'>

function definitionOf({ name }: Pick<Configurable, 'name'>): string {
  return `guard_${name}`
}

function blockSchema(guards: readonly Pick<Configurable, 'name'>[]): Schema {
  const properties = guards.flatMap((guard) =>
    spellings(guard).map((name) => [name, { $ref: `#/$defs/${definitionOf(guard)}` }]),
  )
  return { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false }
}

function spellings({ name }: Pick<Configurable, 'name'>): readonly string[] {
  const aliases = Object.entries(GUARD_ALIASES).flatMap(([alias, of]) => (of === name ? [alias] : []))
  return [...new Set([name, name.replaceAll('_', '-'), ...aliases])]
}

function entrySchema(guard: Configurable): Schema {
  const { $schema: _entry, ...entry } = z.toJSONSchema(GuardEntry, OPTIONS)
  const { $schema: _settings, ...settings } = z.toJSONSchema(guard.settings.strict(), OPTIONS)
  const secret: readonly string[] = guard.secretSettings ?? []
  const own = Object.entries(settings.properties ?? {}).map(([name, schema]): [string, unknown] => [
    name,
    // A pulled file contains the mask in place of the value.
    secret.includes(name) ? { anyOf: [schema, { const: MASK }] } : schema,
  ])
  return {
    ...entry,
    description: guard.title,
    properties: { ...entry.properties, settings: { ...settings, properties: Object.fromEntries(own) } },
  }
}
