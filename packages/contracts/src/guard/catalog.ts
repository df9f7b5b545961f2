import { z } from 'zod'
import { BACKENDS, STAGES, TIERS, ACTIONS, MODES } from './verdict.ts'

/** Row of `GET /v1/shield/guardrails`. */
export const GuardrailInfo = z.object({
  name: z.string(),
  stage: z.enum(STAGES),
  tier: z.enum(TIERS),
  enabled: z.boolean(),
  available: z.boolean(),
  reason: z.string().optional(),
  action: z.enum(ACTIONS).optional(),
  mode: z.enum(MODES).optional(),
  backend: z.enum(BACKENDS).optional(),
  description: z.string(),
  /** Effective settings; protected values are `***`. */
  settings: z.record(z.string(), z.unknown()).optional(),
  /** JSON Schema of the guard's settings. */
  settings_schema: z.record(z.string(), z.unknown()).optional(),
})
export type GuardrailInfo = z.infer<typeof GuardrailInfo>

export const GuardrailList = z.object({
  tenant_id: z.string(),
  guardrails: z.array(GuardrailInfo),
  total: z.number().int(),
})
export type GuardrailList = z.infer<typeof GuardrailList>
