import type { GuardrailInfo } from '@gatehouse/contracts'
import { BUILTIN_DEFAULTS, type ContentStage } from './defaults.ts'
import type { CompiledPolicy } from './compile.ts'
import type { Registry } from './registry.ts'
import type { ResolvedBlock } from './resolve.ts'

/** Every guard that a stage knows, as `GET /v1/shield/guardrails` shows it: what runs, how, and why not. */
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
      tier: guard.tier,
      enabled: compiled !== undefined,
      available: true,
      ...(action === undefined ? {} : { action }),
      ...(compiled === undefined ? {} : { mode: compiled.mode }),
      backend: guard.backend,
      description: guard.description,
      settings: resolved.guards[name]?.settings ?? {},
    }
  })
}
