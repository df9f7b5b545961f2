import type { GuardrailInfo } from '@gatehouse/contracts/guard'
import { z } from 'zod'
import { settingsSchema } from '../../engine/catalog.ts'
import type { CompiledAgentic } from './compile.ts'
import type { AnyAgenticGuard } from './guard.ts'

/** Returns every agentic guard for `GET /v1/shield/guardrails`, by name. None needs a model to run. */
export function listAgenticGuards(guards: readonly AnyAgenticGuard[], compiled: CompiledAgentic): GuardrailInfo[] {
  return [...guards]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, description, settings }) => {
      const entry = compiled.get(name)
      return {
        name,
        stage: 'agentic',
        tier: 'fast',
        enabled: entry?.enabled ?? false,
        available: true,
        ...(entry === undefined ? {} : { action: entry.action, mode: entry.mode }),
        backend: 'builtin',
        description,
        settings: z.record(z.string(), z.unknown()).catch({}).parse(entry?.settings),
        settings_schema: settingsSchema(`agentic/${name}`, settings),
      }
    })
}
