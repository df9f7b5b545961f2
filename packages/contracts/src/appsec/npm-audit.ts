import { z } from 'zod'
import { get, post } from '../endpoint.ts'

const NPM = ['npm']
const FOLDER = '/api/projects/{projectId}/npm/-'

/** Maximum size after decompression. Own limit: a lock file of 50,000 packages sends about 3 MB. */
const BODY_BYTES_MAX = 16 * 1024 * 1024
/** Maximum number of packages per request. Own limit: some ten times the largest known lock files. */
export const NPM_PACKAGES_MAX = 50_000
/** Maximum number of versions per package. */
export const NPM_VERSIONS_MAX = 500
/** Maximum total number of versions of all packages. Own limit: each is matched against its package's records. */
export const NPM_ASKED_MAX = 100_000
/** Own limit, above npm's names and versions. */
export const NPM_TEXT_UNITS_MAX = 256

/** Severities in npm's terms. */
export const NPM_SEVERITIES = ['critical', 'high', 'moderate', 'low', 'info'] as const
export type NpmSeverity = (typeof NPM_SEVERITIES)[number]

const Cvss = z.object({ score: z.number(), vectorString: z.string().nullable() })

/** Advisory in the format of the npm registry. */
export const NpmAdvisory = z.object({
  id: z.int().describe('Stable ID of the vulnerability.'),
  url: z.string(),
  title: z.string(),
  severity: z.enum(NPM_SEVERITIES),
  vulnerable_versions: z.string().describe('npm version range.'),
  cwe: z.array(z.string()),
  cvss: Cvss,
})
export type NpmAdvisory = z.infer<typeof NpmAdvisory>

const Text = z.string().max(NPM_TEXT_UNITS_MAX)

/**
 * Package tree of clients before npm 7 and of pnpm: `dependencies` contains `{version, dev, dependencies}` by name, at any depth. Other
 * fields are dropped. The handler parses it, because schemas cannot limit the depth.
 */
const Tree = z.object({ dependencies: z.record(Text, z.unknown()).optional() })

/** Advisory of a full audit, in the format of the npm registry. */
export const NpmAuditAdvisory = NpmAdvisory.extend({
  module_name: z.string(),
  cves: z.array(z.string()),
  github_advisory_id: z.string().nullable(),
  patched_versions: z.string(),
  overview: z.string(),
  recommendation: z.string(),
  references: z.string(),
  access: z.literal('public'),
  created: z.string().nullable(),
  updated: z.string().nullable(),
  deleted: z.null(),
  found_by: z.null(),
  reported_by: z.null(),
  metadata: z.null(),
  findings: z.array(
    z.object({
      version: z.string(),
      paths: z.array(z.string()).describe('Path from the project to the package, separated by `>`.'),
      dev: z.boolean(),
      optional: z.boolean(),
      bundled: z.boolean(),
    }),
  ),
})
export type NpmAuditAdvisory = z.infer<typeof NpmAuditAdvisory>

const Count = z.int()

export const NpmAuditReport = z.object({
  actions: z.array(z.object({})),
  advisories: z.record(z.string(), NpmAuditAdvisory),
  muted: z.array(z.object({})),
  metadata: z.object({
    vulnerabilities: z.object({ info: Count, low: Count, moderate: Count, high: Count, critical: Count }),
    dependencies: Count,
    devDependencies: Count,
    optionalDependencies: Count,
    totalDependencies: Count,
  }),
})
export type NpmAuditReport = z.infer<typeof NpmAuditReport>

/** Part of a version list that `npm audit` reads. */
export const NpmPackument = z.object({
  name: z.string(),
  'dist-tags': z.record(z.string(), z.string()),
  versions: z.record(
    z.string(),
    z.object({ name: z.string(), version: z.string(), dependencies: z.record(z.string(), z.string()).optional() }),
  ),
})

function audit(summary: string) {
  return {
    auth: 'member',
    summary,
    tags: NPM,
    bodyLimit_bytes: BODY_BYTES_MAX,
    body: Tree,
    response: NpmAuditReport,
  } as const
}

/** Registry endpoints for `npm audit` and similar commands, for one project. */
export const npmAuditEndpoints = {
  npmBulkAdvisories: post(`${FOLDER}/npm/v1/security/advisories/bulk`, {
    auth: 'member',
    summary: 'List vulnerabilities of packages (npm bulk advisory API)',
    description: 'Findings of the project triaged as false positive, accepted or not affected are omitted.',
    tags: NPM,
    bodyLimit_bytes: BODY_BYTES_MAX,
    body: z.record(Text, z.array(Text)).describe('Package names with their versions.'),
    response: z.record(z.string(), z.array(NpmAdvisory)),
  }),
  npmAudit: post(`${FOLDER}/npm/v1/security/audits`, audit('Audit a dependency tree (pnpm)')),
  npmQuickAudit: post(`${FOLDER}/npm/v1/security/audits/quick`, audit('Audit a dependency tree (older npm versions)')),
  npmPackument: get('/api/projects/{projectId}/npm/{name}', {
    auth: 'member',
    summary: 'List known versions of a vulnerable package (npm packument)',
    description:
      '`npm audit` uses it to compute ranges and fixes. Only packages of the latest project scan that have advisories ' +
      'are available; all others return 404. Packages cannot be installed from this endpoint.',
    tags: NPM,
    response: NpmPackument,
  }),
  npmPing: get(`${FOLDER}/ping`, {
    auth: 'member',
    summary: 'Respond to the npm registry ping',
    tags: NPM,
    response: z.object({}),
  }),
}
