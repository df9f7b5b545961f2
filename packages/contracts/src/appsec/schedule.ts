import { z } from 'zod'
import { BranchName, line } from './text.ts'
import { SCAN_TYPES } from './words.ts'

/** docs/spec/appsec.md "Project". */
export const FREQUENCIES = ['DAILY', 'WEEKLY', 'BIWEEKLY', 'MONTHLY', 'CUSTOM'] as const
export type Frequency = (typeof FREQUENCIES)[number]

const CRON_CHARS_MAX = 100
/** The longest time zone name has 32 characters. */
const ZONE_CHARS_MAX = 64

/** Alternative names of frequencies. */
const WORDS: Readonly<Record<string, Frequency>> = { NIGHTLY: 'DAILY' }

export const Schedule = z.object({
  enabled: z.boolean(),
  frequency: z.enum(FREQUENCIES),
  cronExpr: z.string(),
  scanType: z.enum(SCAN_TYPES),
  branch: z.string().nullable().describe('Null: the default branch of the project.'),
  timezone: z.string(),
  nextRunAt: z.string().nullable().describe('Null: disabled.'),
  lastRunAt: z.string().nullable(),
})
export type Schedule = z.infer<typeof Schedule>

const FrequencyName = z.preprocess(
  (word) => (typeof word === 'string' ? (WORDS[word.toUpperCase()] ?? word.toUpperCase()) : word),
  z.enum(FREQUENCIES),
)

/** Schedule as sent; `cronExpr` may also be one of the words `nightly` and `weekly`. */
export const ScheduleBody = z.preprocess(
  expandSchedule,
  z.object({
    enabled: z.boolean().default(true),
    frequency: FrequencyName.optional().describe(
      'Required unless `cronExpr` is set. Case-insensitive; `nightly` is accepted.',
    ),
    cronExpr: line(CRON_CHARS_MAX).nullish(),
    scanType: z.enum(SCAN_TYPES).default('FULL'),
    branch: BranchName.nullish(),
    timezone: line(ZONE_CHARS_MAX).default('UTC').describe('IANA time zone name, e.g. Europe/Vienna.'),
  }),
)
export type ScheduleBody = z.infer<typeof ScheduleBody>

/** Converts `{cronExpr: 'nightly'}`, `{cron: '0 3 * * *'}` and `{schedule: 'weekly'}` to the equivalent object. */
function expandSchedule(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const { cron, schedule, ...rest } = body as Readonly<Record<string, unknown>>
  const value = rest['cronExpr'] ?? cron ?? schedule
  if (typeof value !== 'string') return rest
  return /^(?:nightly|daily|weekly)$/i.test(value.trim())
    ? { ...rest, cronExpr: null, frequency: rest['frequency'] ?? value.trim() }
    : { ...rest, cronExpr: value }
}
