import { z } from 'zod'

/** docs/spec/appsec.md "Gate": default gate of a project. */
export const BUILD_GATE_DEFAULT = {
  maxCritical: 0,
  maxHigh: 5,
  maxMedium: 20,
  maxLow: -1,
  failOnNew: true,
  allowSuppressions: true,
  failOnUnanalysed: true,
  productionOnly: false,
} as const

/** Value for "no limit". */
export const UNLIMITED = -1
/** Own limit: more findings than the store contains for one scan. */
const COUNT_MAX = 1_000_000

const limit = (severity: string) =>
  z.int().min(UNLIMITED).max(COUNT_MAX).describe(`Maximum number of ${severity} findings; -1: no limit.`)

/** docs/spec/appsec.md §2 "Build gate". */
export const BuildGate = z.object({
  maxCritical: limit('CRITICAL'),
  maxHigh: limit('HIGH'),
  maxMedium: limit('MEDIUM'),
  maxLow: limit('LOW'),
  failOnNew: z.boolean().describe('Whether findings that are not in the compared scan fail the build.'),
  allowSuppressions: z
    .boolean()
    .describe(
      'Whether comments and ignore files in the source may suppress findings. False: any suppression fails the build.',
    ),
  failOnUnanalysed: z
    .boolean()
    .describe('Whether source code in a supported language that was not analyzed fails the build.'),
  productionOnly: z
    .boolean()
    .describe('Whether findings in tests, examples and documentation are excluded from the limits.'),
})
export type BuildGate = z.infer<typeof BuildGate>

/** Stored or recorded gate, possibly of an earlier version with missing fields. */
export const StoredBuildGate = BuildGate.extend({
  allowSuppressions: BuildGate.shape.allowSuppressions.default(BUILD_GATE_DEFAULT.allowSuppressions),
  failOnUnanalysed: BuildGate.shape.failOnUnanalysed.default(BUILD_GATE_DEFAULT.failOnUnanalysed),
  productionOnly: BuildGate.shape.productionOnly.default(BUILD_GATE_DEFAULT.productionOnly),
})
