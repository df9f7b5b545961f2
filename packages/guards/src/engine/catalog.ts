import type { GuardrailInfo } from '@gatehouse/contracts/guard'
import { MASK } from '@gatehouse/kernel'
import { z } from 'zod'
import { BUILTIN_DEFAULTS, type ContentStage } from './defaults.ts'
import type { CompiledPolicy } from './compile.ts'
import type { AnyGuard } from './guard.ts'
import type { Registry } from './registry.ts'
import type { ResolvedBlock } from './resolve.ts'

/** Lists the guards of a stage for `GET /v1/shield/guardrails`: their status and the reasons. */
export function listGuards(
  stage: ContentStage,
  registry: Registry,
  resolved: ResolvedBlock,
  policy: CompiledPolicy,
): readonly GuardrailInfo[] {
  const active = new Map(policy.tiers.flat().map((compiled) => [compiled.guard.name, compiled]))
  return registry.names(stage).map((name) => {
    const guard = registry.find(stage, name)
    if (guard === undefined) {
      return {
        name,
        stage,
        tier: 'medium' as const,
        enabled: false,
        available: false,
        reason: registry.reasonUnavailable(stage, name) ?? '',
        description: '',
      }
    }
    const compiled = active.get(name)
    const action = compiled?.action ?? resolved.guards[name]?.action ?? BUILTIN_DEFAULTS[stage][name]?.action
    return {
      name,
      stage,
      // A model that joins a guard moves it to a later tier.
      tier: (compiled?.guard ?? guard).tier,
      enabled: compiled !== undefined,
      available: true,
      ...(action === undefined ? {} : { action }),
      ...(compiled === undefined ? {} : { mode: compiled.mode }),
      backend: guard.backend,
      description: guard.description,
      settings: shownSettings(guard, resolved.guards[name]?.settings ?? {}),
      settings_schema: settingsSchema(guard.name, guard.settings),
    }
  })
}

function shownSettings(guard: AnyGuard, settings: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const secret: readonly string[] = guard.secretSettings ?? []
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, secret.includes(name) ? MASK : value]),
  )
}

const schemas = new Map<string, Record<string, unknown>>()

/**
 * Returns the JSON Schema 2020-12 of a guard's settings, cached.
 * @param key unique key of the guard
 */
export function settingsSchema(key: string, settings: z.ZodType): Record<string, unknown> {
  let schema = schemas.get(key)
  if (schema === undefined) {
    schema = { ...z.toJSONSchema(settings, { io: 'input', unrepresentable: 'any' }) }
    schemas.set(key, schema)
  }
  return schema
}
