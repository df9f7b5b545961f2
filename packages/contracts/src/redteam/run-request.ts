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

/** Own limit. */
const LANGUAGES_MAX = 20
/** A BCP 47 tag; its primary subtag counts. */
const Language = z
  .string()
  .trim()
  .max(35)
  .regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*$/)
  .transform((tag) => tag.toLowerCase().split('-', 1)[0]!)

/** A share from 0 to 1, or above 1 as a percentage. */
const Share = z
  .number()
  .min(0)
  .max(100)
  .transform((value) => (value > 1 ? value / 100 : value))

/** Configuration of a run. docs/spec/redteam.md "Run" defines each limit. */
export const AttackConfig = z.object({
  enabledCategories: names.optional(),
  domains: names
    .optional()
    .describe('Domain packs, e.g. `finance`: attacks of the selected categories in the terms of these industries.'),
  adaptiveRounds: z.int().min(0).max(20).default(3),
  maxAttacksPerCategory: z.int().min(1).max(500).default(15),
  concurrency: z.int().min(1).max(64).default(3),
  delayMs: z.int().min(0).max(600_000).default(0),
  requestsPerMinute: z.int().min(1).max(600_000).optional(),
  strategies: names.optional().describe('Strategy names; combine several with `+`: `role_play+base64`.'),
  languages: z
    .array(Language)
    .min(1)
    .max(LANGUAGES_MAX)
    .optional()
    .describe(
      'Languages of the attacks as BCP 47 tags, e.g. `de`; default: the language of the target, which the preflight ' +
        'detects. Attacks in other languages are sent by the strategy `other_language` only.',
    ),
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

export type CustomAttack = z.infer<typeof CustomAttack>

/** Maximum number and size of datasets. Own limits: the largest of the well-known files has 30 MB. */
const DATASETS_MAX = 20
const DATASET_CHARS_MAX = 64 * 1024 * 1024
const Column = z.string().trim().min(1).max(NAME_CHARS_MAX)

/** File of attacks, one per row. Columns of well-known datasets need no mapping. */
export const Dataset = z.object({
  name: z.string().trim().min(1).max(200).describe('File name, shown in the report.'),
  content: z.string().min(1).max(DATASET_CHARS_MAX),
  format: z.enum(['csv', 'json', 'jsonl', 'text']).optional().describe('Default: from the name, else the content.'),
  mapping: z
    .object({
      prompt: Column.optional().describe('Column with the attack: a text, a list of texts, or chat messages.'),
      category: Column.optional().describe('Column with the category.'),
      expected: Column.optional().describe(
        'Column that marks harmful and benign rows, or `harmful` or `benign` for all.',
      ),
      id: Column.optional().describe('Column with the row id, shown in the report.'),
      context: Column.optional().describe('Column with text to send before the prompt.'),
      target: Column.optional().describe('Column with the beginning of a compliant reply.'),
    })
    .optional(),
  limit: z.int().min(1).optional().describe('Maximum number of rows: evenly spaced ones are used.'),
})
export type Dataset = z.infer<typeof Dataset>

/** docs/spec/redteam.md §2 "Run request". */
export const RunRequest = z.object({
  target: RunTarget,
  categories: names.optional(),
  attackConfig: AttackConfig.prefault({}),
  customAttacks: z.array(CustomAttack).max(CUSTOM_MAX).optional(),
  datasets: z.array(Dataset).max(DATASETS_MAX).optional(),
  policy: z
    .union([
      z.string().max(CRITERIA_CHARS_MAX),
      z.object({ name: z.string().max(NAME_CHARS_MAX), criteria: z.string().max(CRITERIA_CHARS_MAX) }),
    ])
    .optional()
    .describe('Additional criteria for model judges, beside those of the categories.'),
})
export type RunRequest = z.infer<typeof RunRequest>
