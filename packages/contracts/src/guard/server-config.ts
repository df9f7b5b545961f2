import { z } from 'zod'
import { get, put } from '../endpoint.ts'
import { GuardEntry, refuseTwoSpellings } from './policy.ts'
import { ACTIONS, MODES, STAGES } from './verdict.ts'

const NAMES_MAX = 200

/** Entries by stage, for a guard with several stages. */
const StagedEntry = z
  .strictObject({
    input: GuardEntry.nullable().optional(),
    output: GuardEntry.nullable().optional(),
    agentic: GuardEntry.nullable().optional(),
  })
  .refine((staged) => Object.keys(staged).length > 0)

/** Body of `PUT /v1/shield/config`. Absent fields are kept; null restores the value of the file or the build. */
export const ServerConfigPatch = z.object({
  guardrails: z
    .record(z.string().min(1).max(100), z.union([z.null(), StagedEntry, GuardEntry]))
    .refine((guardrails) => Object.keys(guardrails).length <= NAMES_MAX, `at most ${NAMES_MAX} guards`)
    .superRefine(refuseTwoSpellings),
})
export type ServerConfigPatch = z.infer<typeof ServerConfigPatch>

/** Origin of a guard's configuration: this build, the configuration file, or this endpoint. */
export const CONFIG_SOURCES = ['builtin', 'file', 'stored'] as const

/** Default configuration of a guard, without tenant and request overrides. */
export const EffectiveEntry = z.object({
  enabled: z.boolean(),
  action: z.enum(ACTIONS).optional(),
  mode: z.enum(MODES).optional(),
  settings: z.record(z.string(), z.unknown()),
  stage: z.enum(STAGES),
  source: z.enum(CONFIG_SOURCES),
  available: z.boolean(),
  problems: z
    .array(z.object({ path: z.array(z.string()), message: z.string() }))
    .optional()
    .describe('Parts of the stored entry that this version rejects, by path; these parts have no effect.'),
})
export type EffectiveEntry = z.infer<typeof EffectiveEntry>

export const ServerConfig = z.object({
  /** Number of writes through this endpoint. */
  version: z.number().int(),
  updated_at: z.string().nullable(),
  updated_by: z.string().nullable(),
  /** By name, or by name and stage for guards with several stages. */
  guardrails: z.record(z.string(), z.union([EffectiveEntry, z.partialRecord(z.enum(STAGES), EffectiveEntry)])),
})
export type ServerConfig = z.infer<typeof ServerConfig>

/** The defaults of the deployment. docs/spec/guard.md §4 "Administration". */
export const serverConfigEndpoints = {
  readServerConfig: get('/v1/shield/config', {
    auth: 'platform',
    summary: 'Get the guard defaults of the deployment and their sources',
    tags: ['Administration'],
    response: ServerConfig,
  }),
  changeServerConfig: put('/v1/shield/config', {
    auth: 'platform',
    summary: 'Update the guard defaults of the deployment',
    description:
      'Merged with the stored defaults: omitted entries and fields are unchanged; null resets an entry. Takes effect ' +
      'on all instances within a second, for tenants and requests without their own settings. A guard name that exists ' +
      'in several stages is changed in all of them, unless the entry names stages.',
    tags: ['Administration'],
    body: ServerConfigPatch,
    response: ServerConfig,
    examples: {
      request: {
        flat: { value: { guardrails: { toxicity: { enabled: true, action: 'block' } } } },
        staged: { value: { guardrails: { system_prompt_leak: { output: { action: 'redact' } } } } },
      },
    },
  }),
} as const
