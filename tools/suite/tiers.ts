/** `quick`: tests of `npm test`. `slow`: tests that it skips. `all`: both. */
export type TestSet = 'quick' | 'slow' | 'all'

/** Which set a Vitest run covers; absent for a run of Vitest itself, which covers all. */
export const TEST_SET_VARIABLE = 'GATEHOUSE_TEST_SET'

/** Tests of libraries and tools: no service, no browser. */
export const UNIT = ['packages/*/test/**/*.test.ts', 'spec/**/*.test.ts', 'tools/**/*.test.ts']

/** Tests of services and the command line. */
export const SERVICE = ['apps/*/test/**/*.test.ts']

/**
 * Slow by name or folder: `thing.slow.test.ts`, or a file below `chaos/`, `races/`, `durability/`, `fuzz/`, `guides/`, `browser/`,
 * `image/` or `slow/`. The list after the patterns contains slow files in other folders.
 */
export const SLOW = [
  '**/*.slow.test.ts',
  '{packages,apps,tools}/**/test/**/{chaos,races,durability,fuzz,guides,browser,image,slow}/**/*.test.ts',
  'examples/**/*.test.ts',
  // Chromium.
  'apps/console/test/{appsec,guard,redteam}-*.test.ts',
  'apps/console/test/{overview,shared-parts,sign-in}.test.ts',
  'tools/test/docs/site.test.ts',
  // The container image.
  'tools/test/image.test.ts',
  // Processes of the command line, of npm and of shells.
  'apps/cli/test/{deploy,redteam-mcp,vulndb}/**/*.test.ts',
  'apps/cli/test/{closed-output,console-alone,durability,lifecycle,redteam-service,worker-process}.test.ts',
  'apps/cli/test/{docs/types,docs/blocks,policy/policy,redteam/{browser-target,harden,run}}.test.ts',
  'apps/appsec/test/npm-audit/{fixes,npm-audit}.test.ts',
  'packages/client/test/{guarding/*,services}.test.ts',
  'packages/store/test/embedded/{access,crash}.test.ts',
  'tools/test/{pictures,run,scaffolds}.test.ts',
  // Builds of the console.
  'apps/console/test/size.test.ts',
  // End-to-end scans, runs and repositories.
  'apps/appsec/test/{advisories,artifacts,hosts,jobs,pipelines,precommit,suppressions}/**/*.test.ts',
  'apps/appsec/test/contract/{host-links,open-fix,retest,scan-git,sessions,suggest-fix,users,webhook-pull-requests}.test.ts',
  'apps/cli/test/scan/*.test.ts',
  'apps/redteam/test/{runs,security}/**/*.test.ts',
  'apps/redteam/test/contract/{events,guard-policy,models}.test.ts',
  'packages/attacks/test/repo/*.test.ts',
  'packages/sources/test/git/*.test.ts',
  // Sweeps, differential tests and protocol conformance.
  'apps/{appsec,guard}/test/access/*.test.ts',
  'apps/guard/test/contract/{attack,data-policy-model,files,replay,resolution,tiers}.test.ts',
  'packages/llm-gateway/test/{deep-answers,malformed-files,split-texts,responses/odd-upstream}.test.ts',
  'packages/attacks/test/strategies/{all-strategies,obeyed}.test.ts',
  'packages/cache/test/cache.test.ts',
  'packages/guards/test/{benign,stream,threads}/**/*.test.ts',
  'packages/{guards,iac,kernel,sast,sca,scan-engine,secrets}/test/**/linear.test.ts',
  'packages/formats/test/{documents/attacks,pool/extractor}.test.ts',
  'packages/guards/test/agentic/{capability/changes,data-policy/json,data-policy/rewrite}.test.ts',
  'packages/guards/test/{detectors/pii/actions/rewrite,input/regex-pattern}.test.ts',
  'packages/kernel/test/match/{aho-corasick,pair-filter,regex/agreement}.test.ts',
  'packages/{sast/test/threads/*,secrets/test/scan-threads,iac/test/threads,sca/test/versions/order}.test.ts',
  'apps/guard/test/contract/mcp-gateway-{admission,conformance}.test.ts',
  'packages/llm-gateway/test/{chat/leak,dialect-leak,many-texts}.test.ts',
  'packages/attacks/test/{judges/differential,truth/agents}.test.ts',
  'packages/sast/test/mutations/**/*.test.ts',
  'packages/sast/test/{cache,hidden-code,prefilter,templates,threads,unified-diff,taint/flow-runs,taint/guards-bounds}.test.ts',
]

/** Slow files that `npm test` runs: one of each kind. */
export const SMOKE: readonly string[] = [
  'apps/appsec/test/jobs/sast.test.ts',
  'apps/appsec/test/suppressions/requested.test.ts',
  'apps/cli/test/closed-output.test.ts',
  'apps/console/test/overview.test.ts',
  'apps/guard/test/access/isolation.test.ts',
  'apps/guard/test/chaos/clients.test.ts',
  'apps/redteam/test/runs/stored.test.ts',
  'packages/guards/test/stream/redaction.test.ts',
  'packages/sources/test/git/history.test.ts',
  'packages/store/test/durability/durability.test.ts',
]

/** @throws {Error} when the variable names no set */
export function readTestSet(value: string | undefined): TestSet {
  if (value === undefined || value === '') return 'all'
  if (value === 'quick' || value === 'slow' || value === 'all') return value
  throw new Error(`${TEST_SET_VARIABLE} is "${value}"; allowed: quick, slow, all`)
}
