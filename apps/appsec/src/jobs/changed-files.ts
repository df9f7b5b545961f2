import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { messageOf } from '@gatehouse/kernel'
import type { CoverageGap, SourceTree } from '@gatehouse/scanners'
import { readBaseInventory, readChangedFiles, type ScanRow, type Store } from '@gatehouse/store'
import type { Workspace, Workspaces } from './workspaces.ts'

/** 128 bits: two files of one project never share one. */
const DIGEST_CHARS = 32

/** Digests by path. */
type Inventory = Readonly<Record<string, string>>

export interface ScanFiles {
  /** What the scanners look at. */
  readonly tree: SourceTree
  readonly gaps: readonly CoverageGap[]
  readonly inventory: Buffer
  /** Absent: all. */
  readonly changed?: Buffer
}

interface Ports {
  readonly store: Store
  readonly workspaces: Workspaces
}

/**
 * The files that a scan looks at: all, or for an incremental one those that are not as they were at its baseSha, else in the last
 * whole scan that it is compared with. Where there is nothing to compare with it looks at all. Decisions §2 "Finer points".
 */
export async function filesOf(
  scan: ScanRow,
  { tree }: Pick<Workspace, 'tree'>,
  ports: Ports,
  signal: AbortSignal,
): Promise<ScanFiles> {
  const inventory = await inventoryOf(tree, signal)
  const all = { tree, gaps: [], inventory: pack(inventory) }
  if (scan.scanType !== 'INCREMENTAL') return all
  const { base, gaps } = await baseOf(scan, ports, signal)
  if (base === undefined) return { ...all, gaps }
  const paths = Object.keys(inventory).filter((path) => base[path] !== inventory[path])
  return { ...all, tree: restricted(tree, paths), gaps, changed: pack(paths) }
}

/** The tree that the shards of a scan were planned from, on any worker. */
export async function plannedTree(scan: ScanRow, tree: SourceTree, store: Store): Promise<SourceTree> {
  if (scan.scanType !== 'INCREMENTAL') return tree
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
