import { GUARD_ALIASES, GuardEntry, PolicyFile } from '@gatehouse/contracts'
import { MASK } from '@gatehouse/kernel'
import { z } from 'zod'
import type { AnyGuard } from './engine/guard.ts'
import { allGuards } from './guards.gen.ts'

type Schema = Readonly<Record<string, unknown>>

/** What people write, before defaults are filled in. */
const OPTIONS = { io: 'input', unrepresentable: 'any' } as const

/**
 * JSON Schema (2020-12) of policy files, with the settings of every guard, so that editors complete and check them. Guards
 * may be written in every spelling that the service takes.
 */
export function policyFileSchema(): Schema {
  const schema = z.toJSONSchema(PolicyFile, OPTIONS)
  const properties: Record<string, unknown> = { ...schema.properties }
  const definitions = new Map(allGuards.map((guard): [string, Schema] => [`guard_${guard.name}`, entrySchema(guard)]))
  for (const stage of ['input', 'output'] as const) {
    const guards = allGuards.filter((guard) => guard.stages.includes(stage))
    properties[`${stage}_guardrails`] = {
      type: 'object',
      properties: Object.fromEntries(
        guards.flatMap((guard) => spellings(guard).map((name) => [name, { $ref: `#/$defs/guard_${guard.name}` }])),
      ),
      additionalProperties: false,
    }
  }
  return {
    ...schema,
    title: 'Gatehouse policy file',
    properties,
    $defs: { ...schema.$defs, ...Object.fromEntries(definitions) },
  }
}

function spellings({ name }: AnyGuard): readonly string[] {
  const aliases = Object.entries(GUARD_ALIASES).flatMap(([alias, of]) => (of === name ? [alias] : []))
  return [...new Set([name, name.replaceAll('_', '-'), ...aliases])]
}

function entrySchema(guard: AnyGuard): Schema {
  const { $schema: _entry, ...entry } = z.toJSONSchema(GuardEntry, OPTIONS)
  const { $schema: _settings, ...settings } = z.toJSONSchema(guard.settings.strict(), OPTIONS)
  const secret: readonly string[] = guard.secretSettings ?? []
  const own = Object.entries(settings.properties ?? {}).map(([name, schema]): [string, unknown] => [
    name,
    // What was pulled holds the mask in its place.
    secret.includes(name) ? { anyOf: [schema, { const: MASK }] } : schema,
  ])
  return {
    ...entry,
    description: guard.title,
    properties: { ...entry.properties, settings: { ...settings, properties: Object.fromEntries(own) } },
  }
}
