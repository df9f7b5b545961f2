import type {
  CoverageGap,
  Observation,
  ScanContext,
  Scanner,
  Shard,
  ShardResult,
  Inventory,
  InventoryComponent,
} from '@gatehouse/scan-engine'
import type { PackageVersion } from './advisories/database.ts'
import { dependencyPaths } from './inventory/paths.ts'
import { readInventory } from './inventory/read.ts'
import { manifestsOf } from './inventory/select.ts'
import { withReachability } from './reach/judge.ts'
import type { LicencePolicy } from './licences/policy.ts'
import { observeLicence } from './observe/licence.ts'
import { observeMatches } from './observe/vulnerability.ts'
import { osvNameOf } from './observe/names.ts'
import { advisoryCoverage, fewAdvisoriesGaps } from './advisory-coverage.ts'
import type { AdvisoryPort } from './advisory-port.ts'

export interface ScaOptions {
  /** Undefined when none were imported: the scan then reports it, since "0 findings" would be misleading. */
  readonly advisories?: AdvisoryPort | undefined
  /** Reason for missing advisories and the remedy, as the rest of a sentence; if absent, none are imported. */
  readonly absence?: string | undefined
  /** Text before the import command, e.g. a console's offer of the import. Default `Run`. */
  readonly importHint?: string | undefined
  /** All policies apply. Without one, licenses are listed but not evaluated. */
  readonly licences?: readonly LicencePolicy[] | undefined
}

const SCANNER = 'SCA'
/** Maximum blocking time between two checks of the signal; a pause must begin within 2 s. */
const TURN_MS = 50

/** Creates the scanner for packages with known vulnerabilities and for denied licenses. */
export function createScaScanner(options: ScaOptions = {}): Scanner {
  return {
    name: SCANNER,
    plan(tree) {
      // One shard: a lock file in one folder affects manifests in others, and one package may be named in many.
      const files = manifestsOf(tree.files).map(({ file }) => file)
      return files.length === 0 ? [] : [{ id: 'sca', files }]
    },
    run: (shard, context) => run(shard, context, options),
  }
}

async function run(_shard: Shard, context: ScanContext, options: ScaOptions): Promise<ShardResult> {
  const inventory = await readInventory(context.tree, { signal: context.signal, progress: context.progress })
  const judged = await scanInventory(inventory, options, context.signal)
  const paths = dependencyPaths(inventory)
  return { ...judged, observations: await withReachability(judged.observations, context.tree, paths, context.signal) }
}

/**
 * Scans a stored inventory: new advisories need no source. Its earlier gaps are reported again.
 * @throws the signal's reason when it fires
 */
export async function scanInventory(
  inventory: Inventory,
  options: ScaOptions,
  signal?: AbortSignal,
): Promise<ShardResult> {
  const unanswered = await prepareInventory(inventory, options.advisories, signal)
  const gaps = [
    ...inventory.gaps,
    ...notLookedUp(inventory, options),
    ...unanswered,
    ...unknownLicenceGaps(inventory, options.licences),
  ]
  return { observations: await judgeInventory(inventory, options, signal), gaps, inventory }
}

/** Looks up all packages in one request to an advisory service; unanswered packages are a gap. */
async function prepareInventory(
  { components }: Inventory,
  advisories: AdvisoryPort | undefined,
  signal: AbortSignal | undefined,
): Promise<readonly CoverageGap[]> {
  if (advisories?.prepare === undefined) return []
  const wanted = components.flatMap((component) => wantedOf(component) ?? [])
  return (await advisories.prepare(wanted, signal)).map(noAdvisories)
}

/**
 * Evaluates an inventory against advisories and a policy.
 * @throws the signal's reason when it fires
 */
export async function judgeInventory(
  inventory: Inventory,
  { advisories, licences = [] }: Pick<ScaOptions, 'advisories' | 'licences'>,
  signal?: AbortSignal,
): Promise<readonly Observation[]> {
  const paths = dependencyPaths(inventory)
  const observations: Observation[] = []
  let last = performance.now()
  for (const component of inventory.components) {
    if (performance.now() - last > TURN_MS) {
      await new Promise(setImmediate)
      last = performance.now()
    }
    signal?.throwIfAborted()
    for (const policy of licences) observations.push(...observeLicence(component, policy, paths))
    const wanted = advisories === undefined ? undefined : wantedOf(component)
    if (advisories === undefined || wanted === undefined) continue
    const matches = await advisories.match(wanted)
    if (matches.length > 0) observations.push(...(await observeMatches(component, wanted, matches, advisories, paths)))
  }
  return observations
}

function wantedOf({ version, source, ...component }: InventoryComponent): PackageVersion | undefined {
  const named = osvNameOf(component)
  if (named === undefined || version === undefined) return undefined
  if (source !== undefined) return { ...named, ...source }
  return { ...named, version: named.ecosystem === 'GitHub Actions' ? newestOf(version) : version }
}

/** `v4` moves with each release of an action: it means the newest matching version. */
function newestOf(tag: string): string {
  const parts = tag.replace(/^v/, '').split('.')
  const isOpen = parts.length < 3 && parts.every((part) => /^\d+$/.test(part))
  return isOpen ? [...parts, NEWEST, NEWEST].slice(0, 3).join('.') : tag
}

/** Above every number that a release has. */
const NEWEST = '999999999'

/** Reports packages without available data: "0 findings" does not cover them. */
function notLookedUp({ components }: Inventory, options: ScaOptions): readonly CoverageGap[] {
  const { advisories, absence, importHint = 'Run' } = options
  if (components.length === 0) return []
  if (advisories === undefined) {
    const ecosystems = ecosystemsOf(components)
    const reason = absence ?? `no advisories are imported. ${importHint} \`${importCommand(ecosystems)}\`.`
    return [{ ...noAdvisories(`${packagesIn(components.length, ecosystems)} not looked up: ${reason}`), ecosystems }]
  }
  const { manifest } = advisories
  if (manifest === undefined) return []
  const gaps: CoverageGap[] = []
  for (const isTooling of [false, true]) {
    const missing = components.filter((component) => {
      const ecosystem = osvNameOf(component)?.ecosystem
      // The manifest counts the releases of a distribution together.
      const [base = ''] = ecosystem?.split(':', 1) ?? []
      if (ecosystem === undefined || (manifest.ecosystems[base] ?? 0) > 0) return false
      return BUILD_TOOLING.has(ecosystem) === isTooling
    })
    if (missing.length === 0) continue
    const ecosystems = ecosystemsOf(missing)
    const which = ecosystems.length === 1 ? 'this ecosystem' : 'these ecosystems'
    const reason = `the imported advisories do not cover ${which}. ${importHint} \`${importCommand(ecosystems)}\`.`
    const detail = `${packagesIn(missing.length, ecosystems)} not looked up: ${reason}`
    gaps.push({ scanner: SCANNER, reason: isTooling ? 'not_covered' : 'no_advisories', detail, ecosystems })
  }
  const fix = (ecosystems: readonly string[]) => `${importHint} \`${importCommand(ecosystems)}\``
  return [...gaps, ...fewAdvisoriesGaps(advisoryCoverage(components, manifest), fix)]
}

/** Ecosystems of build steps. They are no part of the program: a gate reports that they were not looked up, and does not fail. */
const BUILD_TOOLING: ReadonlySet<string> = new Set(['GitHub Actions'])

function packagesIn(count: number, ecosystems: readonly string[]): string {
  return `${count} ${count === 1 ? 'package' : 'packages'}${among(ecosystems)}`
}

/** Returns the ecosystems with advisories, the one with the most packages first. */
function ecosystemsOf(components: readonly InventoryComponent[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const component of components) {
    const [name] = osvNameOf(component)?.ecosystem.split(':') ?? []
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([name]) => name)
}

function among(ecosystems: readonly string[]): string {
  return ecosystems.length === 0 ? '' : ` (${ecosystems.join(', ')})`
}

/** The command that imports the advisories of some ecosystems, ready to paste. */
function importCommand(ecosystems: readonly string[]): string {
  const list = ecosystems.join(',')
  const option = ecosystems.length === 0 ? '' : ` --ecosystem ${/\s/.test(list) ? `"${list}"` : list}`
  return `gatehouse vulndb import${option === '' ? ' --help' : option}`
}

/** Reports packages without a stated license: a policy cannot evaluate them. */
function unknownLicenceGaps({ components }: Inventory, licences: ScaOptions['licences'] = []): readonly CoverageGap[] {
  const unstated = components.filter(
    ({ licence, licenceNames = [] }) => licence === undefined && licenceNames.length === 0,
  )
  if (licences.length === 0 || unstated.length === 0) return []
  const detail = `${counted(unstated.length)} not checked against the license policies because no license is declared for them.`
  return [{ scanner: SCANNER, reason: 'skipped', detail }]
}

function noAdvisories(detail: string): CoverageGap {
  return { scanner: SCANNER, reason: 'no_advisories', detail }
}

function counted(packages: number): string {
  return packages === 1 ? '1 package was' : `${packages} packages were`
}
