import { z } from 'zod'

/** Maximum size of one record as UTF-8. Own limit: the largest OSV records have about 3 MB (Linux kernel). */
export const OSV_RECORD_BYTES_MAX = 16 * 1_048_576

// Maximum number of each kind of item in one record. Own limits: tens of times the OSV maximum.
const AFFECTED_MAX = 20_000
const RANGES_MAX = 2_000
const EVENTS_MAX = 20_000
const VERSIONS_MAX = 200_000
const ALIASES_MAX = 2_000
const REFERENCES_MAX = 5_000
const SEVERITIES_MAX = 100
const WORDS_MAX = 20_000
// Most UTF-16 units of each kind of text; the longest details that OSV publishes have about 70,000.
const ID_UNITS_MAX = 256
const VERSION_UNITS_MAX = 1_024
const NAME_UNITS_MAX = 1_024
const TEXT_UNITS_MAX = 1_000_000
const URL_UNITS_MAX = 8_192

/** A list that databases also write as null or leave out. */
function list<Item extends z.ZodType>(item: Item, max: number) {
  return z
    .array(item)
    .max(max)
    .nullish()
    .transform((items) => items ?? [])
}

const Version = z.string().max(VERSION_UNITS_MAX)
/** A word or a list of words that is passed over when it is anything else. */
const Word = z.string().max(NAME_UNITS_MAX).optional().catch(undefined)
const Words = z.array(z.string().max(NAME_UNITS_MAX)).max(WORDS_MAX).optional().catch(undefined)

/** Database-specific and ecosystem-specific data: only the used parts, without unbounded nesting. */
const Specific = z
  .object({
    /** A word for how severe it is; GitHub, npm, Debian, Red Hat. */
    severity: Word,
    urgency: Word,
    /** A vector; RustSec. */
    cvss: Word,
    /** Why it is no vulnerability; RustSec. */
    informational: Word,
    /** `CWE-79`; GitHub. */
    cwe_ids: Words,
    /** Categories of the problem; RustSec. */
    categories: Words,
    /** Affected parts of a package; Go, RustSec. */
    imports: z
      .array(z.object({ path: z.string().max(NAME_UNITS_MAX), symbols: Words }))
      .max(WORDS_MAX)
      .optional()
      .catch(undefined),
    affects: z.object({ functions: Words }).optional().catch(undefined),
    affected_functions: Words,
  })
  .nullish()
  .catch(undefined)
  .transform((specific) => specific ?? {})

const OsvEvent = z.object({
  introduced: Version.optional(),
  fixed: Version.optional(),
  last_affected: Version.optional(),
  limit: Version.optional(),
})
export type OsvEvent = z.infer<typeof OsvEvent>

const OsvRange = z.object({
  /** `SEMVER`, `ECOSYSTEM`, `GIT`; other types are ignored. */
  type: z.string().max(64),
  repo: z.string().max(URL_UNITS_MAX).optional(),
  events: list(OsvEvent, EVENTS_MAX),
})
export type OsvRange = z.infer<typeof OsvRange>

const OsvSeverity = z.object({ type: z.string().max(64), score: z.string().max(NAME_UNITS_MAX) })

const OsvAffected = z.object({
  package: z
    .object({
      ecosystem: z.string().max(NAME_UNITS_MAX),
      name: z.string().min(1).max(NAME_UNITS_MAX),
      purl: z.string().max(URL_UNITS_MAX).optional(),
    })
    .nullish()
    .transform((named) => named ?? undefined),
  severity: list(OsvSeverity, SEVERITIES_MAX),
  ranges: list(OsvRange, RANGES_MAX),
  versions: list(Version, VERSIONS_MAX),
  ecosystem_specific: Specific,
  database_specific: Specific,
})
export type OsvAffected = z.infer<typeof OsvAffected>

/**
 * OSV record with the used fields; unknown fields are dropped.
 * @see https://ossf.github.io/osv-schema/
 */
export const OsvRecord = z.object({
  id: z.string().min(1).max(ID_UNITS_MAX),
  modified: z.string().max(64).default(''),
  published: z.string().max(64).optional(),
  /** Time when the record was withdrawn. */
  withdrawn: z
    .string()
    .max(64)
    .nullish()
    .transform((withdrawn) => withdrawn ?? undefined),
  /** Names of the same vulnerability in other databases. */
  aliases: list(z.string().max(ID_UNITS_MAX), ALIASES_MAX),
  related: list(z.string().max(ID_UNITS_MAX), ALIASES_MAX),
  upstream: list(z.string().max(ID_UNITS_MAX), ALIASES_MAX),
  summary: z.string().max(TEXT_UNITS_MAX).default(''),
  details: z.string().max(TEXT_UNITS_MAX).default(''),
  severity: list(OsvSeverity, SEVERITIES_MAX),
  affected: list(OsvAffected, AFFECTED_MAX),
  references: list(z.object({ type: z.string().max(64), url: z.string().max(URL_UNITS_MAX) }), REFERENCES_MAX),
  database_specific: Specific,
})
export type OsvRecord = z.infer<typeof OsvRecord>
