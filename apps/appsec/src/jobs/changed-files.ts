import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { ScannerName } from '@gatehouse/contracts'
import { messageOf } from '@gatehouse/kernel'
import { type CoverageGap, manifestsOf, type SourceTree } from '@gatehouse/scanners'
import { type LookedAt, readBaseInventory, readChangedFiles, type ScanRow, type Store } from '@gatehouse/store'
import { OF_PACKAGES } from './scanner-registry.ts'
import type { Workspace, Workspaces } from './workspaces.ts'

/** 128 bits: two files of one project never share one. */
const DIGEST_CHARS = 32

/** Digests by path. */
type Inventory = Readonly<Record<string, string>>

export interface ScanFiles {
  /** What a scanner looks at; undefined where this scan is none of its business. */
  readonly treeOf: (scanner: ScannerName) => SourceTree | undefined
  /** How many files are looked at. */
  readonly count: number
  readonly gaps: readonly CoverageGap[]
  readonly looked: LookedAt
}

interface Ports {
  readonly store: Store
  readonly workspaces: Workspaces
}

/**
 * The files that a scan looks at: all, or for an incremental one those that are not as they were at its baseSha, else in the last
 * whole scan that it is compared with. Where there is nothing to compare with it looks at all. Packages are looked for in all
 * files where a manifest or a lock file has changed, was added or removed, and else not at all. Decisions §2 "Finer points".
 */
export async function filesOf(
  scan: ScanRow,
  { tree }: Pick<Workspace, 'tree'>,
  ports: Ports,
  signal: AbortSignal,
): Promise<ScanFiles> {
  const inventory = await inventoryOf(tree, signal)
  const all = { treeOf: () => tree, count: tree.files.length, gaps: [], looked: { inventory: pack(inventory) } }
  if (scan.scanType !== 'INCREMENTAL') return all
  const { base, gaps } = await baseOf(scan, ports, signal)
  if (base === undefined) return { ...all, gaps }
  const paths = Object.keys(inventory).filter((path) => base[path] !== inventory[path])
  const removed = Object.keys(base).filter((path) => inventory[path] === undefined)
  const changed = restricted(tree, paths)
  const whole = namesPackages([...paths, ...removed]) ? tree : undefined
  return {
    treeOf: (scanner) => (OF_PACKAGES.has(scanner) ? whole : changed),
    count: changed.files.length,
    gaps,
    looked: { inventory: all.looked.inventory, changed: pack(paths) },
  }
}

function namesPackages(paths: readonly string[]): boolean {
  return manifestsOf(paths.map((path) => ({ path, size_bytes: 0 }))).length > 0
}

/** The tree that the shards of a scanner were planned from, on any worker. */
export async function plannedTree(
  scan: ScanRow,
  scanner: ScannerName,
  tree: SourceTree,
  store: Store,
): Promise<SourceTree> {
  if (scan.scanType !== 'INCREMENTAL' || OF_PACKAGES.has(scanner)) return tree
  const packed = await readChangedFiles(store, scan)
  // Only what filesOf packed is ever stored there.
  return packed === undefined ? tree : restricted(tree, unpack(packed) as string[])
}

async function baseOf(
  scan: ScanRow,
  { store, workspaces }: Ports,
  signal: AbortSignal,
): Promise<{ readonly base?: Inventory | undefined; readonly gaps: readonly CoverageGap[] }> {
  if (scan.baseSha !== null && scan.source.kind === 'git') {
    try {
      const base = await workspaces.withCommit(scan, scan.baseSha, signal, (tree) => inventoryOf(tree, signal))
      return { base, gaps: [] }
    } catch (error) {
      signal.throwIfAborted()
      const detail = `The commit baseSha could not be had, so all files were scanned: ${messageOf(error)}`
      return { gaps: [{ scanner: 'SECRETS_PATTERN', reason: 'skipped', detail }] }
    }
  }
  const packed = await readBaseInventory(store, scan)
  return { base: packed === undefined ? undefined : (unpack(packed) as Inventory), gaps: [] }
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
  const kept = new Set(paths)
  return { ...tree, files: tree.files.filter(({ path }) => kept.has(path)) }
}

function pack(value: unknown): Buffer {
  return gzipSync(JSON.stringify(value))
}

function unpack(packed: Buffer): unknown {
  return JSON.parse(gunzipSync(packed).toString())
}
