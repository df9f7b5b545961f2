import { FINDING_SEVERITIES, type ScannerName } from '@gatehouse/contracts/scans'
import type { Clock } from '@gatehouse/kernel'
import { advisoryCoverage } from '@gatehouse/sca'
import {
  type CoverageGap,
  type Inventory,
  type Observation,
  runShard,
  type Scanner,
  type Shard,
  type SourceTree,
} from '@gatehouse/scan-engine'
import type { Store } from '@gatehouse/store'
import { readScanInventory } from '@gatehouse/store/findings'
import { READERS_OF_LISTS } from '@gatehouse/store/projects'
import type { ScanRow, ScanWork } from '@gatehouse/store/scans'
import type { Advisories, OpenAdvisories } from '../advisories/open.ts'
import { plannedTree } from './changed-files.ts'
import { inventoryScanner, readReachability } from './inventory-scanner.ts'
import { readLicenceRules } from './licence-policies.ts'
import { OF_PACKAGES, type ScannerRegistry, type ScanSetup } from './scanner-registry.ts'
import { FINDINGS_MAX } from './settle.ts'
import { ignoreTrustOf } from './suppressing.ts'
import { type LookedUpIn, type PartResult, unpackInventory } from './shard-results.ts'
import { resultCache, type Workspaces } from './workspaces.ts'

export interface PartPorts {
  readonly store: Store
  readonly scanners: ScannerRegistry
  readonly advisories: Pick<Advisories, 'of'>
  readonly workspaces: Workspaces
  readonly dataDir: string
  readonly clock: Clock
  /** Runs a scanner on other threads. */
  readonly spread: (scanner: Scanner) => Scanner
}

export interface RunningPart {
  readonly signal: AbortSignal
  /** Called with the number of completed files since the last call. */
  readonly progress: (files: number) => void
}

type ShardWork = ScanWork & { readonly kind: 'shard' }

/** Result of a shard, and whether the shard was completed. */
export type RanPart = PartResult & { readonly isWhole: boolean }

/**
 * Runs one shard of a scan.
 * @throws the signal's reason when it fires
 */
export async function runPart(work: ShardWork, ports: PartPorts, running: RunningPart): Promise<RanPart> {
  if (!OF_PACKAGES.has(work.scanner)) {
    const setup = { advisories: undefined, cache: resultCache(work.scan, ports.dataDir) }
    const heeded = READERS_OF_LISTS.has(work.scanner) ? { ignoreTrust: await ignoreTrustOf(work.scan, ports) } : {}
    return runWith(work, { ...setup, ...heeded }, ports, running)
  }
  // All workers use the advisories from the plan, even if newer ones exist.
  const { organizationId, advisories: wanted } = work.scan
  const open = await ports.advisories.of(organizationId, wanted ?? undefined)
  try {
    const licences = await readLicenceRules(ports.store, organizationId)
    const setup = { advisories: open.port, absence: open.gap, licences: licences.policies }
    const result = await runWith(work, setup, ports, running)
    const lookedUpIn = lookedUpInOf(open, result.inventory)
    const isTold = work.scanner === 'SCA' && result.isWhole
    const gaps = isTold ? [...result.gaps, ...advisoryGapsOf(open), ...licences.gaps] : result.gaps
    return { ...result, gaps, ...(lookedUpIn === undefined ? {} : { lookedUpIn }) }
  } finally {
    open.release()
  }
}

/** Returns the result of a shard that could not run. */
export function failedPart({ scanner, shardId }: ShardWork, sentence: string): RanPart {
  const gap: CoverageGap = { scanner, reason: 'failed', detail: `${sentence} (${shardId})` }
  return { observations: [], gaps: [gap], scanner, isWhole: false }
}

async function runWith(work: ShardWork, setup: ScanSetup, ports: PartPorts, running: RunningPart): Promise<RanPart> {
  const found = await partOf(work, setup, ports, running.signal)
  if (typeof found === 'string') return failedPart(work, found)
  const { scanner, shard, tree } = found
  const result = await runShard(ports.spread(scanner), shard, { tree, clock: ports.clock, ...running })
  return worstOf({ ...result, scanner: scanner.name }, scanner.name)
}

/** Own limit of findings per shard: real shards of a few MB have fewer, and thousands of shards are merged later. */
const PART_FINDINGS_MAX = 10_000

/** Shards are small, except those of package scanners, which cover all files. */
function worstOf(result: RanPart, scanner: ScannerName): RanPart {
  const { observations, gaps } = result
  const most = OF_PACKAGES.has(scanner) ? FINDINGS_MAX : PART_FINDINGS_MAX
  if (observations.length <= most) return result
  const rank = ({ severity }: Observation): number => FINDING_SEVERITIES.indexOf(severity)
  const detail = `${observations.length - most} findings exceed the limit for one part; those with the lowest severity were dropped.`
  const kept = observations.toSorted((a, b) => rank(a) - rank(b)).slice(0, most)
  return { ...result, observations: kept, gaps: [...gaps, { scanner, reason: 'too_large', detail }] }
}

interface Part {
  readonly scanner: Scanner
  readonly shard: Shard
  readonly tree: SourceTree
}

/** Returns the scanner and the shard, or an error. */
async function partOf(
  { scan, scanner: name, shardId }: ShardWork,
  setup: ScanSetup,
  { store, scanners, workspaces }: PartPorts,
  signal: AbortSignal,
): Promise<Part | string> {
  if (scan.source.kind === 'inventory') return storedPart(scan, setup, store)
  const workspace = await workspaces.of(scan, signal)
  const tree = await plannedTree(scan, name, workspace.tree, store)
  const scanner = scanners.of(scan.scanType, setup).find((item) => item.name === name)
  const shard = scanner?.plan(tree).find(({ id }) => id === shardId)
  if (scanner === undefined || shard === undefined) return 'The source has changed since the scan was planned.'
  return { scanner, shard, tree }
}

async function storedPart(scan: ScanRow, setup: ScanSetup, store: Store): Promise<Part | string> {
  const packed = await readScanInventory(store, scan)
  if (packed === undefined) return 'The stored packages were deleted.'
  const scanner = inventoryScanner(unpackInventory(packed), setup, await readReachability(store, scan))
  const [shard] = scanner.plan(NO_TREE)
  return { scanner, shard: shard!, tree: NO_TREE }
}

const NO_TREE: SourceTree = {
  files: [],
  gaps: [],
  read: () => Promise.reject(new Error('no source')),
  // oxlint-disable-next-line require-yield -- there is nothing to give
  async *stream() {
    throw new Error('no source')
  },
}

function lookedUpInOf({ port, snapshot }: OpenAdvisories, inventory: Inventory | undefined): LookedUpIn | undefined {
  if (port === undefined || snapshot === undefined) return undefined
  const importedAt = port.manifest?.createdAt
  const coverage = inventory && advisoryCoverage(inventory.components, port.manifest)
  return {
    snapshot,
    ...(importedAt === undefined ? {} : { importedAt }),
    ...(coverage === undefined ? {} : { coverage }),
  }
}

/** Gaps of imported advisories; the scanner itself reports missing ones. */
function advisoryGapsOf({ gap, port }: OpenAdvisories): CoverageGap[] {
  return gap === undefined || port === undefined ? [] : [{ scanner: 'SCA', reason: 'skipped', detail: gap }]
}
