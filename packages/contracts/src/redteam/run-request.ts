import { z } from 'zod'
import { RunTarget } from './target.ts'
import { ATTACK_SEVERITIES } from './words.ts'

/** Maximum number of names. The engine validates them, and an unknown name is a 400. */
const NAMES_MAX = 400
const NAME_CHARS_MAX = 100
const SEED_CHARS_MAX = 200
const TEXT_CHARS_MAX = 50_000
const CUSTOM_MAX = 1_000
const TURNS_MAX = 50
const CRITERIA_CHARS_MAX = 20_000
const names = z.array(z.string().trim().min(1).max(NAME_CHARS_MAX)).max(NAMES_MAX)

/** A share from 0 to 1, or above 1 as a percentage. */
const Share = z
  .number()
  .min(0)
  .max(100)
  .transform((value) => (value > 1 ? value / 100 : value))

/** Configuration of a run. docs/spec/redteam.md "Run" defines each limit. */
export const AttackConfig = z.object({
  enabledCategories: names.optional(),
  adaptiveRounds: z.int().min(0).max(20).default(3),
  maxAttacksPerCategory: z.int().min(1).max(500).default(15),
  concurrency: z.int().min(1).max(64).default(3),
  delayMs: z.int().min(0).max(600_000).default(0),
  requestsPerMinute: z.int().min(1).max(600_000).optional(),
  strategies: names.optional().describe('Strategy names; combine several with `+`: `role_play+base64`.'),
  strategiesPerRound: z.int().min(1).max(100).default(8),
  maxMultiTurnSteps: z.int().min(1).max(50).default(8),
  judgeConfidenceThreshold: Share.prefault(70),
  repeats: z.int().min(1).max(100).default(1),
  seed: z
    .union([z.string().min(1).max(SEED_CHARS_MAX), z.int()])
    .transform(String)
    .optional(),
  budget: z
    .object({
      maxRequests: z.int().min(1).optional(),
      maxTokens: z.int().min(1).optional(),
      maxCostUsd: z.number().positive().optional(),
    })
    .optional(),
})
export type AttackConfig = z.infer<typeof AttackConfig>

/** Custom attack of the caller. */
export const CustomAttack = z.object({
  name: z.string().trim().min(1).max(NAME_CHARS_MAX).optional(),
  category: z.string().trim().min(1).max(NAME_CHARS_MAX),
  severity: z.enum(ATTACK_SEVERITIES).optional(),
  description: z.string().max(1_000).optional(),
  turns: z.array(z.string().min(1).max(TEXT_CHARS_MAX)).min(1).max(TURNS_MAX),
  /** Texts that only a compliant agent writes. Default: judged like attacks of the category. */
  successTexts: z.array(z.string().min(3).max(1_000)).max(50).optional(),
})

/** docs/spec/redteam.md §2 "Run request". */
export const RunRequest = z.object({
  target: RunTarget,
  categories: names.optional(),
  attackConfig: AttackConfig.prefault({}),
  customAttacks: z.array(CustomAttack).max(CUSTOM_MAX).optional(),
  policy: z
    .union([
      z.string().max(CRITERIA_CHARS_MAX),
      z.object({ name: z.string().max(NAME_CHARS_MAX), criteria: z.string().max(CRITERIA_CHARS_MAX) }),
    ])
    .optional()
    .describe('Additional criteria for model judges, beside those of the categories.'),
})
export type RunRequest = z.infer<typeof RunRequest>
