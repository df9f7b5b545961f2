import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { ScannerName } from '@gatehouse/contracts/scans'
import { messageOf } from '@gatehouse/kernel'
import type { CoverageGap, SourceTree } from '@gatehouse/scan-engine'
import { manifestsOf } from '@gatehouse/sca'
import { sourceGap } from '@gatehouse/scan-engine/gate'
import type { Store } from '@gatehouse/store'
import { type LookedAt, readBaseInventory, readScanFiles } from '@gatehouse/store/findings'
import type { ScanRow } from '@gatehouse/store/scans'
import { OF_PACKAGES } from './scanner-registry.ts'
import type { Revision, Workspace, Workspaces } from './workspaces.ts'

/** 128 bits: no collisions within a project. */
const DIGEST_CHARS = 32

/** Digests by path. */
type Inventory = Readonly<Record<string, string>>

export interface ScanFiles {
  /** Returns the files of a scanner; undefined if the scanner is skipped. */
  readonly treeOf: (scanner: ScannerName) => SourceTree | undefined
  /** Number of files to scan. */
  readonly count: number
  readonly gaps: readonly CoverageGap[]
  readonly looked: LookedAt
}

interface Ports {
  readonly store: Store
  readonly workspaces: Workspaces
}

/**
 * Returns the files of a scan: all files, or for an incremental scan the files that differ from its baseSha or from the last complete scan
 * with the same scanner. Packages are scanned in all files if a manifest or lock file was changed, added, or removed, and otherwise not at
 * all. docs/spec/appsec.md "Details".
 */
export async function filesOf(
  scan: ScanRow,
  scanners: readonly ScannerName[],
  { tree }: Pick<Workspace, 'tree'>,
  ports: Ports,
  signal: AbortSignal,
): Promise<ScanFiles> {
  const inventory = await inventoryOf(tree, signal)
  const looked = { inventory: pack(inventory) }
  const all = { treeOf: () => tree, count: tree.files.length, gaps: [], looked }
  if (scan.scanType !== 'INCREMENTAL') return all
  const { baseOf, gaps } = await basesOf(scan, scanners, ports, signal)
  const changes = scanners.map((name) => ({
    isOfPackages: OF_PACKAGES.has(name),
    ...changesOf(inventory, baseOf(name)),
  }))
  const ofPackages = changes.filter((change) => change.isOfPackages)
  const ofCode = changes.filter((change) => !change.isOfPackages)
  const whole = ofPackages.some(({ paths, gone }) => paths === undefined || namesPackages([...paths, ...gone]))
  const packagesIn = whole ? tree : undefined
  // All code scanners of one scan share the same files.
  if (ofCode.some(({ paths }) => paths === undefined)) {
    return { ...all, gaps, treeOf: (name) => (OF_PACKAGES.has(name) ? packagesIn : tree) }
  }
  const paths = [...new Set(ofCode.flatMap((item) => item.paths ?? []))]
  const changed = restricted(tree, paths)
  return {
    treeOf: (scanner) => (OF_PACKAGES.has(scanner) ? packagesIn : changed),
    count: changed.files.length,
    gaps,
    looked: { ...looked, changed: pack(paths) },
  }
}

/** Returns changed and removed paths, or undefined if the earlier state is unknown. */
function changesOf(
  inventory: Inventory,
  base: Inventory | undefined,
): { readonly paths: readonly string[] | undefined; readonly gone: readonly string[] } {
  if (base === undefined) return { paths: undefined, gone: [] }
  return {
    paths: Object.keys(inventory).filter((path) => base[path] !== inventory[path]),
    gone: Object.keys(base).filter((path) => !Object.hasOwn(inventory, path)),
  }
}

function namesPackages(paths: readonly string[]): boolean {
  return manifestsOf(paths.map((path) => ({ path, size_bytes: 0 }))).length > 0
}

/** Returns the file tree from which a scanner's shards were planned, on any worker. */
export async function plannedTree(
  scan: ScanRow,
  scanner: ScannerName,
  tree: SourceTree,
  store: Store,
): Promise<SourceTree> {
  if (scan.scanType !== 'INCREMENTAL' || OF_PACKAGES.has(scanner)) return tree
  const changed = (await readScanFiles(store, scan))?.changed
  // Only filesOf writes this column.
  return changed === undefined ? tree : restricted(tree, unpack(changed) as string[])
}

/** Returns the files that an incremental scan skipped as unchanged. */
export async function unchangedFiles(scan: ScanRow, store: Store): Promise<ReadonlySet<string>> {
  if (scan.scanType !== 'INCREMENTAL') return new Set()
  const { inventory, changed } = (await readScanFiles(store, scan)) ?? {}
  if (inventory === undefined || changed === undefined) return new Set()
  return new Set(Object.keys(unpack(inventory) as Inventory)).difference(new Set(unpack(changed) as string[]))
}

/** File states at each scanner's previous scan. */
interface Bases {
  readonly baseOf: (scanner: ScannerName) => Inventory | undefined
  readonly gaps: readonly CoverageGap[]
}

async function basesOf(
  scan: ScanRow,
  scanners: readonly ScannerName[],
  { store, workspaces }: Ports,
  signal: AbortSignal,
): Promise<Bases> {
  const wanted = wantedBase(scan)
  if (wanted !== undefined) {
    try {
      const base = await workspaces.withRevision(scan, wanted, signal, (tree) => inventoryOf(tree, signal))
      return { baseOf: () => base, gaps: [] }
    } catch (error) {
      signal.throwIfAborted()
      const what = 'commit' in wanted ? 'commit baseSha' : `base branch "${wanted.branch}"`
      const detail = `All files were scanned because the ${what} could not be fetched: ${messageOf(error)}`
      return { baseOf: () => undefined, gaps: [sourceGap('skipped', detail)] }
    }
  }
  const bases = new Map<ScannerName, Inventory>()
  for (const name of scanners) {
    const packed = await readBaseInventory(store, scan, name)
    if (packed !== undefined) bases.set(name, unpack(packed) as Inventory)
  }
  return { baseOf: (name) => bases.get(name), gaps: [] }
}

/** Revision that the request of an incremental scan names as its base. */
function wantedBase({ baseSha, source }: ScanRow): Revision | undefined {
  if (source.kind !== 'git') return undefined
  if (baseSha !== null) return { commit: baseSha }
  return source.baseBranch === undefined ? undefined : { branch: source.baseBranch }
}

async function inventoryOf(tree: SourceTree, signal: AbortSignal): Promise<Inventory> {
  const entries: [string, string][] = []
  for (const { path } of tree.files) {
    const hash = createHash('sha256')
    for await (const piece of tree.stream(path, signal)) hash.update(piece)
    entries.push([path, hash.digest('hex').slice(0, DIGEST_CHARS)])
  }
  return Object.fromEntries(entries)
}

function restricted(tree: SourceTree, paths: readonly string[]): SourceTree {
  const remaining = new Set(paths)
  const { yes: files = [], no: treeFiles = [] } = Object.groupBy(tree.files, ({ path }) =>
    remaining.has(path) ? 'yes' : 'no',
  )
  return { ...tree, files, beside: treeFiles }
}

function pack(value: unknown): Buffer {
  return gzipSync(JSON.stringify(value))
}

function unpack(packed: Buffer): unknown {
  return JSON.parse(gunzipSync(packed).toString())
}
