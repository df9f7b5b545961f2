import { Failure } from '@gatehouse/kernel'
import { attributedGaps, emptiness, notRunGaps, type RequestedBySettings } from '@gatehouse/scan-engine/gate'
import type { Store } from '@gatehouse/store'
import { readScanInventory } from '@gatehouse/store/findings'
import { readModelSettings } from '@gatehouse/store/organizations'
import { findProject } from '@gatehouse/store/projects'
import type { PlannedShard, ScanPlan, ScanRow } from '@gatehouse/store/scans'
import type { Advisories } from '../advisories/open.ts'
import { filesOf } from './changed-files.ts'
import { INVENTORY_SHARD } from './inventory-scanner.ts'
import { OF_PACKAGES, type ScannerRegistry } from './scanner-registry.ts'
import { unpackInventory } from './shard-results.ts'
import type { Workspaces } from './workspaces.ts'

export interface PlanPorts {
  readonly store: Store
  readonly scanners: ScannerRegistry
  readonly advisories: Pick<Advisories, 'of'>
  readonly workspaces: Workspaces
}

/**
 * Fetches the source of a scan and plans its work.
 * @throws {Failure} with a readable message if the source is not available
 */
export async function planOf(scan: ScanRow, ports: PlanPorts, signal: AbortSignal): Promise<ScanPlan> {
  const plan = scan.source.kind === 'inventory' ? await planInventory(scan, ports) : await planTree(scan, ports, signal)
  const snapshot = plan.shards.some(({ scanner }) => OF_PACKAGES.has(scanner))
    ? await snapshotOf(scan, ports)
    : undefined
  return snapshot === undefined ? plan : { ...plan, advisories: snapshot }
}

async function planTree(scan: ScanRow, ports: PlanPorts, signal: AbortSignal): Promise<ScanPlan> {
  const workspace = await ports.workspaces.of(scan, signal)
  const scanners = ports.scanners.of(scan.scanType)
  const names = scanners.map(({ name }) => name)
  const files = await filesOf(scan, names, workspace, ports, signal)
  const shards: PlannedShard[] = []
  const idle: ScanPlan['idle'][number][] = []
  for (const scanner of scanners) {
    const tree = files.treeOf(scanner.name)
    if (tree === undefined) continue
    const planned = scanner.plan(tree)
    if (planned.length === 0) idle.push(scanner.name)
    for (const { id, files: some } of planned) shards.push({ scanner: scanner.name, id, files: some.length })
  }
  const { source, commitSha, gaps } = workspace
  return {
    shards,
    idle,
    gaps: [
      ...attributedGaps([...gaps, ...files.gaps], names),
      ...notRunGaps(scan.scanType, new Set(names), await requestedBySettings(scan, ports)),
      ...emptiness(files.count, shards.length, names),
    ],
    files: files.count,
    source,
    looked: files.looked,
    ...(commitSha === undefined ? {} : { commitSha }),
  }
}

/** Returns the scanners that the settings of the project and the organization request. */
async function requestedBySettings(scan: ScanRow, { store }: PlanPorts): Promise<RequestedBySettings> {
  const [project, model] = await Promise.all([
    findProject(store, scan.projectId),
    readModelSettings(store, scan.organizationId),
  ])
  return {
    dastTargetUrl: project?.dastTargetUrl ?? null,
    enableLlmSast: model?.enableLlmSast === true,
    enableLlmSecrets: model?.enableLlmSecrets === true,
  }
}

/** Plans an inventory scan: no source to fetch, and a single shard. */
async function planInventory(scan: ScanRow, { store }: PlanPorts): Promise<ScanPlan> {
  const packed = await readScanInventory(store, scan)
  if (packed === undefined) throw new Failure('not_found', 'The stored packages were deleted. Scan the source again.')
  const files = unpackInventory(packed).files.length
  return { shards: [{ scanner: 'SCA', id: INVENTORY_SHARD, files }], idle: [], gaps: [], files: 0, source: scan.source }
}

/** Returns the newest snapshot, or the snapshot that caused the scan. */
async function snapshotOf(scan: ScanRow, { advisories }: PlanPorts): Promise<string | undefined> {
  const open = await advisories.of(scan.organizationId, scan.advisories ?? undefined)
  open.release()
  return open.snapshot
}
