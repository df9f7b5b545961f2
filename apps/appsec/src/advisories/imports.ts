import { readdirSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AdvisoryImport } from '@gatehouse/contracts/appsec'
import type { Logger } from '@gatehouse/http'
import { type Clock, Failure, isoTime, messageOf, uuidv7 } from '@gatehouse/kernel'
import { type Egress } from '@gatehouse/kernel/egress'
import {
  addressOf,
  importFromSources,
  checkAdvisoryAddress,
  currentSnapshot,
  type ImportProgress,
  mirrorSources,
  type NamedSource,
  readSources,
  removeAdvisories,
  shownSource,
} from '@gatehouse/sca/advisories'
import { isUuid } from '@gatehouse/store/organizations'
import { forgetImport, readImport, STATE_EVERY_MS, withProgress, writeImport } from './import-state.ts'
import type { OpenFolders } from './open-folders.ts'
import type { OpenSnapshot } from './snapshots.ts'

/** Imported copies, one folder per organization: an organization cannot change the advisories of another. */
const IMPORTED = 'advisories-imported'
/** Own limit of parallel imports per process: each takes some hundred MB. */
const AT_ONCE = 2
/** Same limit as for a mirror: the compressed size of all OSV data. */
const DOWNLOAD_BYTES_MAX = 1_024 ** 3
const IMPORT_MS_MAX = 30 * 60_000
/** Own limit: 300,000 records fit. */
const MEMORY_MB = 384
/** Default ecosystems of an import: programming languages. Linux distributions only matter for container images. */
const LANGUAGES = [
  'npm',
  'PyPI',
  'Maven',
  'Go',
  'NuGet',
  'crates.io',
  'RubyGems',
  'Packagist',
  'Pub',
  'Hex',
  'GitHub Actions',
]

export type ImportSource =
  | { readonly kind: 'address'; readonly address: string; readonly ecosystems?: readonly string[] | undefined }
  | { readonly kind: 'file'; readonly path: string; readonly name: string }

/** Runs an import and reports its progress. @throws {Failure} when the source cannot be read */
export type RunImport = (report: (progress: ImportProgress) => void, signal: AbortSignal) => Promise<void>

export interface ImportPorts {
  readonly dataDir: string
  readonly egress: Egress
  readonly clock: Clock
  readonly logger: Logger
  readonly folders: OpenFolders
}

export interface AdvisoryImports {
  /**
   * Starts an import into the organization's own copy, or calls `run` instead. Returns immediately.
   * @throws {Failure} `conflict` while another import of the organization runs, `unavailable` while too many imports run
   */
  readonly start: (organizationId: string, source: ImportSource, run?: RunImport) => Promise<AdvisoryImport>
  /** See `Advisories.remove`. */
  readonly remove: (organizationId: string, ecosystem: string | undefined) => Promise<number>
  readonly latest: (organizationId: string) => Promise<AdvisoryImport | undefined>
  /** Returns the organization's own copy, or undefined without an import. */
  readonly use: (organizationId: string, wanted?: string) => OpenSnapshot | undefined
  /** Returns the newest snapshots by organization id. */
  readonly newest: () => ReadonlyMap<string, string>
  readonly close: () => Promise<void>
}

/** Creates the imports that members start. */
export function createAdvisoryImports(ports: ImportPorts): AdvisoryImports {
  const { dataDir, clock, folders } = ports
  const closing = new AbortController()
  const running = new Map<string, { state: AdvisoryImport; done: Promise<void> }>()
  const folderOf = (organizationId: string): string => join(dataDir, IMPORTED, organizationId)
  const checkIdle = async (organizationId: string): Promise<void> => {
    const latest = await readImport(folderOf(organizationId), clock.now())
    if (!running.has(organizationId) && latest?.status !== 'RUNNING') return
    throw new Failure('conflict', 'An advisory import is already running. Wait until it has finished.')
  }
  return {
    async start(organizationId, source, run) {
      if (!isUuid(organizationId)) throw new Failure('not_found', 'Organization not found.')
      const folder = folderOf(organizationId)
      await checkIdle(organizationId)
      if (running.size >= AT_ONCE) {
        throw new Failure('unavailable', 'Other advisory imports are running. Try again later.', {
          retryAfter_s: 60,
        })
      }
      const entry = { state: begun(source, clock), done: Promise.resolve() }
      running.set(organizationId, entry)
      try {
        await writeImport(folder, entry.state, clock.now())
        // The form's file is removed after the response.
        const importSource = source.kind === 'file' ? await keepFile(source, folder) : source
        const work = run ?? ((report, signal) => runImport(importSource, folder, ports, report, signal))
        const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(IMPORT_MS_MAX)])
        entry.done = follow(entry, folder, work, ports, signal).finally(() => running.delete(organizationId))
      } catch (error) {
        running.delete(organizationId)
        throw error
      }
      return entry.state
    },
    async remove(organizationId, ecosystem) {
      if (!isUuid(organizationId)) return 0
      await checkIdle(organizationId)
      const folder = folderOf(organizationId)
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(IMPORT_MS_MAX)])
      const removed = await removeAdvisories({ folder, ecosystem, memory_mb: MEMORY_MB, signal })
      if (currentSnapshot(folder) === undefined) await forgetImport(folder)
      closeRemoved(folders, folder)
      return removed
    },
    latest: async (organizationId) =>
      running.get(organizationId)?.state ?? (await readImport(folderOf(organizationId), clock.now())),
    use(organizationId, wanted) {
      const folder = folderOf(organizationId)
      return isUuid(organizationId) && currentSnapshot(folder) !== undefined
        ? folders.of(folder).use(wanted)
        : undefined
    },
    newest: () => newestIn(join(dataDir, IMPORTED)),
    async close() {
      closing.abort(new Failure('unavailable', 'The service was stopped during the import. Start the import again.'))
      await Promise.allSettled([...running.values()].map(({ done }) => done))
    },
  }
}

/** Updates the open snapshots of a folder after a removal. */
function closeRemoved(folders: OpenFolders, folder: string): void {
  const snapshots = folders.of(folder)
  snapshots.lookAgain()
  snapshots.use().release()
}

function begun(source: ImportSource, clock: Clock): AdvisoryImport {
  return {
    status: 'RUNNING',
    phase: source.kind === 'file' ? 'IMPORTING' : 'DOWNLOADING',
    source: source.kind === 'file' ? source.name : shownSource(source.address),
    startedAt: isoTime(clock.now()),
    finishedAt: null,
    sourcesDone: 0,
    sourcesTotal: source.kind === 'file' ? 1 : 0,
    bytes: 0,
    bytesTotal: null,
    records: 0,
    recordsTotal: null,
    percent: null,
    error: null,
  }
}

async function keepFile(source: ImportSource & { kind: 'file' }, folder: string): Promise<ImportSource> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, `upload-${uuidv7()}`)
  await rename(source.path, path)
  return { ...source, path }
}

/** Runs an import and updates its state. Never fails: errors are in the state. */
async function follow(
  entry: { state: AdvisoryImport },
  folder: string,
  run: RunImport,
  { clock, logger, folders }: ImportPorts,
  signal: AbortSignal,
): Promise<void> {
  let written_ms = clock.now()
  let writing = Promise.resolve()
  const write = (): Promise<void> => {
    const { state } = entry
    writing = writing
      .then(() => writeImport(folder, state, clock.now()))
      .catch((error: unknown) => {
        logger.warn({ error: messageOf(error) }, 'import state update failed')
      })
    return writing
  }
  const beat = setInterval(() => void write(), STATE_EVERY_MS * 10)
  const report = (progress: ImportProgress): void => {
    entry.state = withProgress(entry.state, progress)
    if (clock.now() - written_ms < STATE_EVERY_MS) return
    written_ms = clock.now()
    void write()
  }
  try {
    await run(report, signal)
    entry.state = { ...entry.state, status: 'COMPLETED', percent: 100, finishedAt: isoTime(clock.now()) }
  } catch (thrown) {
    logger.warn({ error: messageOf(thrown) }, 'importing advisories failed')
    const error = thrown instanceof Failure ? thrown.message : 'The import failed. See the service log for the reason.'
    entry.state = { ...entry.state, status: 'FAILED', finishedAt: isoTime(clock.now()), error }
  }
  clearInterval(beat)
  folders.of(folder).lookAgain()
  await write()
}

async function runImport(
  source: ImportSource,
  folder: string,
  { egress, clock }: ImportPorts,
  report: (progress: ImportProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  const named: readonly NamedSource[] =
    source.kind === 'file'
      ? [{ kind: 'advisories', from: source.path }]
      : await sourcesAt(addressOf(source.address), source.ecosystems ?? LANGUAGES, egress, signal)
  const known = currentSnapshot(folder) === undefined ? [] : readSources(folder)
  const bounds = { memory_mb: MEMORY_MB, bytes_max: DOWNLOAD_BYTES_MAX }
  const last: { progress?: ImportProgress } = {}
  const progress = (importProgress: ImportProgress): void => report((last.progress = importProgress))
  const options = { folder, named, known, replace: false, ...bounds, egress, now_ms: clock.now(), signal, progress }
  try {
    const { report: done } = await importFromSources(options)
    if (done === undefined || last.progress === undefined) return
    const records = done.added + done.changed + done.unchanged + done.older + done.rejected
    report({ ...last.progress, phase: 'IMPORTING', records, recordsTotal: records })
  } finally {
    if (source.kind === 'file') await rm(source.path, { force: true })
  }
}

async function sourcesAt(
  address: URL,
  ecosystems: readonly string[],
  egress: Egress,
  signal: AbortSignal,
): Promise<readonly NamedSource[]> {
  await checkAdvisoryAddress(address, egress)
  return mirrorSources(address, egress, signal, ecosystems)
}

function newestIn(parent: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  let names: readonly string[] = []
  try {
    names = readdirSync(parent)
  } catch {
    return found
  }
  for (const name of names.filter(isUuid)) {
    const id = currentSnapshot(join(parent, name))
    if (id !== undefined) found.set(name, id)
  }
  return found
}
