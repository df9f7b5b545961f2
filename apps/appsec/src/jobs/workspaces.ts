import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure, uuidv7 } from '@gatehouse/kernel'
import { type Egress } from '@gatehouse/kernel/egress'
import { type KeyRing } from '@gatehouse/kernel/sealing'
import type { CacheLocation } from '@gatehouse/sast'
import { type CoverageGap, openFolder, type SourceTree } from '@gatehouse/scan-engine'
import { leftEntryGaps, sourceGap } from '@gatehouse/scan-engine/gate'
import { cloneGit, exportSvn, type SkippedEntry, unpack } from '@gatehouse/sources'
import type { Hosts } from '../hosts/hosts.ts'
import type { ScanRow } from '@gatehouse/store/scans'
import { openSourceSecret, sourcePath } from '../scans/source-files.ts'

/** Search path for git and svn, independent of the service's environment. */
const SEARCH_PATH = '/usr/local/bin:/usr/bin:/bin'
/** Folder of the data folder for workspaces, one per worker. */
export const WORKSPACES = 'workspaces'
/** Folder of the data folder for cached results of unchanged files. */
const RESULTS = 'analysed'
const FOLDER_MODE = 0o700
/** How often a worker marks its folder as in use. */
const MARK_MS = 60_000
/** Own limit: a folder without a recent mark belongs to a killed worker. */
const LOST_MS = 60 * 60_000

/** Returns the isolated result cache of an organization. */
export function resultCache({ organizationId }: Pick<ScanRow, 'organizationId'>, dataDir: string): CacheLocation {
  return { folder: join(dataDir, RESULTS), salt: organizationId }
}

/** The source of a scan on this machine. */
export interface Workspace {
  readonly tree: SourceTree
  readonly gaps: readonly CoverageGap[]
  readonly commitSha?: string
  /** Source with resolved commit, the same on every worker. */
  readonly source: ScanRow['source']
}

/** Commit or head of a branch. */
export type Revision = { readonly commit: string } | { readonly branch: string }

/** Dependencies for fetching a source. */
export interface SourcePorts {
  readonly egress: Egress
  readonly keys: KeyRing
  /** Credentials of private repositories. */
  readonly hosts: Pick<Hosts, 'credentialsFor'>
  readonly dataDir: string
}

export interface WorkspacePorts extends SourcePorts {
  /** Workspace folder that only this worker uses. */
  readonly folder: string
}

/** Source that is being fetched or available. */
interface HeldWorkspace {
  /** Unique folder, so that a late removal affects no other source. */
  readonly folder: string
  readonly workspace: Promise<Workspace>
  /** Aborts the fetch. */
  readonly stop: AbortController
  waiting: number
  isThere: boolean
}

/** Fetched sources by scan. */
class WorkspacesByScan {
  readonly #ports: WorkspacePorts
  readonly #open = new Map<string, HeldWorkspace>()

  constructor(ports: WorkspacePorts) {
    this.#ports = ports
  }

  get scanIds(): readonly string[] {
    return [...this.#open.keys()]
  }

  async of(scan: ScanRow, signal: AbortSignal): Promise<Workspace> {
    signal.throwIfAborted()
    const heldWorkspace = this.#open.get(scan.id) ?? this.#begin(scan)
    heldWorkspace.waiting += 1
    const left = Promise.withResolvers<never>()
    const leave = (): void => left.reject(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    try {
      return await Promise.race([heldWorkspace.workspace, left.promise])
    } finally {
      signal.removeEventListener('abort', leave)
      heldWorkspace.waiting -= 1
      if (signal.aborted && heldWorkspace.waiting === 0 && !heldWorkspace.isThere) await this.forget(scan.id)
    }
  }

  async forget(scanId: string): Promise<void> {
    const heldWorkspace = this.#open.get(scanId)
    if (heldWorkspace === undefined) return
    this.#open.delete(scanId)
    heldWorkspace.stop.abort(new Error('the source is no longer needed'))
    // All writers have stopped by then.
    await heldWorkspace.workspace.catch(() => undefined)
    await rm(heldWorkspace.folder, { recursive: true, force: true })
  }

  #begin(scan: ScanRow): HeldWorkspace {
    const folder = join(this.#ports.folder, uuidv7())
    const stop = new AbortController()
    const workspace = make(scan, folder, stop.signal, this.#ports)
    const heldWorkspace: HeldWorkspace = { folder, stop, workspace, waiting: 0, isThere: false }
    this.#open.set(scan.id, heldWorkspace)
    void this.#settle(heldWorkspace, scan.id)
    return heldWorkspace
  }

  async #settle(heldWorkspace: HeldWorkspace, scanId: string): Promise<void> {
    try {
      await heldWorkspace.workspace
      heldWorkspace.isThere = true
    } catch {
      if (this.#open.get(scanId) === heldWorkspace) this.#open.delete(scanId)
      await rm(heldWorkspace.folder, { recursive: true, force: true }).catch(() => undefined)
    }
  }
}

/** Creates the workspaces of this worker's scans. Each source is unpacked once. */
export function createWorkspaces(ports: WorkspacePorts) {
  const heldSources = new WorkspacesByScan(ports)
  const mark = setInterval(() => void utimes(ports.folder, new Date(), new Date()).catch(() => undefined), MARK_MS)
  mark.unref()
  return {
    /**
     * Callers can share a source. The fetch continues while any caller waits.
     * @throws {Failure} with a readable message if the source is not available; the signal's reason
     */
    of: (scan: ScanRow, signal: AbortSignal): Promise<Workspace> => heldSources.of(scan, signal),
    forget: (scanId: string): Promise<void> => heldSources.forget(scanId),
    /** Provides the files of another revision of the same repository during a callback. */
    async withRevision<Result>(
      scan: ScanRow,
      revision: Revision,
      signal: AbortSignal,
      use: (tree: SourceTree) => Promise<Result>,
    ): Promise<Result | undefined> {
      if (scan.source.kind !== 'git') return undefined
      const folder = join(ports.folder, uuidv7())
      try {
        const source = { kind: 'git', url: scan.source.url, ...revision } as const
        return await use((await make({ ...scan, source }, folder, signal, ports)).tree)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
    /** Removes workspaces of scans that are no longer running. @param isOpen  filters running scans */
    async sweep(isOpen: (scanIds: readonly string[]) => Promise<ReadonlySet<string>>): Promise<void> {
      const ids = heldSources.scanIds
      if (ids.length === 0) return
      const remaining = await isOpen(ids)
      for (const id of ids) if (!remaining.has(id)) await heldSources.forget(id)
    },
    async close(): Promise<void> {
      clearInterval(mark)
      for (const id of heldSources.scanIds) await heldSources.forget(id)
      await rm(ports.folder, { recursive: true, force: true })
    },
  }
}

/** Removes workspaces of killed workers. @param parent  parent folder of all workers */
export async function removeLostWorkspaces(parent: string, now_ms: number): Promise<void> {
  const names = await readdir(parent).catch(() => [])
  for (const name of names) {
    const folder = join(parent, name)
    const marked = await stat(folder).catch(() => undefined)
    if (marked !== undefined && now_ms - marked.mtimeMs > LOST_MS) await rm(folder, { recursive: true, force: true })
  }
}

export type Workspaces = ReturnType<typeof createWorkspaces>

/**
 * Fetches the source of a scan for the duration of a callback.
 * @throws {Failure} like {@link createWorkspaces}; the errors of the callback
 */
export async function withSource<Result>(
  scan: ScanRow,
  ports: SourcePorts,
  signal: AbortSignal,
  use: (tree: SourceTree, folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = join(ports.dataDir, WORKSPACES, uuidv7())
  try {
    return await use((await make(scan, join(folder, 'source'), signal, ports)).tree, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function make(scan: ScanRow, into: string, signal: AbortSignal, ports: SourcePorts): Promise<Workspace> {
  await mkdir(into, { recursive: true, mode: FOLDER_MODE })
  const got = await fetchSource(scan, into, signal, ports)
  // Repositories are fetched without version control metadata: folders with such names are content.
  const versionControl = scan.source.kind === 'upload' ? 'told' : 'looked_into'
  const tree = await openFolder(into, { signal, versionControl })
  return { ...got, tree, gaps: [...got.gaps, ...tree.gaps] }
}

async function fetchSource(
  scan: ScanRow,
  into: string,
  signal: AbortSignal,
  ports: SourcePorts,
): Promise<Omit<Workspace, 'tree'>> {
  const { source } = scan
  const common = { into, egress: ports.egress, searchPath: SEARCH_PATH, signal }
  if (source.kind === 'git') {
    const { url, branch, commit } = source
    const credentials = await ports.hosts.credentialsFor(scan, url)
    const cloned = await cloneGit({
      ...common,
      url,
      ...(credentials === undefined ? {} : credentials),
      ...(branch === undefined ? {} : { branch }),
      ...(commit === undefined ? {} : { commit }),
    })
    const { atHead, ...wanted } = source
    const head = atHead === true && cloned.isBranchHead ? { atHead } : {}
    return { source: { ...wanted, ...head, commit: cloned.commit }, commitSha: cloned.commit, gaps: [] }
  }
  if (source.kind === 'svn') {
    const { url, revision, username } = source
    const password = openSourceSecret(scan, ports.keys)
    const exported = await exportSvn({
      ...common,
      url,
      ...(revision === undefined ? {} : { revision }),
      ...(username === undefined ? {} : { username }),
      ...(password === undefined ? {} : { password }),
    })
    const { skipped, skippedCount } = exported
    return { source: { ...source, revision: exported.revision }, gaps: skippedEntryGaps(skipped, skippedCount) }
  }
  if (scan.sourceFile === null) throw new Failure('not_found', 'The upload was deleted. Upload it again.')
  const { skipped, skippedCount } = await unpack(sourcePath(ports.dataDir, scan.sourceFile), into, signal)
  return { source, gaps: skippedEntryGaps(skipped, skippedCount) }
}

function skippedEntryGaps(skipped: readonly SkippedEntry[], count: number): CoverageGap[] {
  const gaps = [
    ...leftEntryGaps(
      skipped.map(({ name, ...item }) => ({ ...item, path: name, detail: `Not unpacked: ${item.detail}.` })),
    ),
  ]
  const more = count - skipped.length
  if (more > 0) {
    gaps.push(sourceGap('skipped', `${more} more entries were not unpacked.`))
  }
  return gaps
}
