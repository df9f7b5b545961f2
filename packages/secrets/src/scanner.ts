import { type Clock, isoTime, messageOf } from '@gatehouse/kernel'
import {
  type CoverageGap,
  type RecipeModule,
  type ScanContext,
  type Scanner,
  type Shard,
  type ShardResult,
  type SourceTree,
  type TreeFile,
  turnYielder,
} from '@gatehouse/scan-engine'
import { ARCHIVE_BYTES_MAX, newBudget, archiveEntries, archiveKind } from '@gatehouse/scan-engine/archive'
import { natureOf } from './find/nature.ts'
import { createDigester, type Digester } from './identity.ts'
import { observeAll } from './observe.ts'
import { queue } from './queue.ts'
import { isCalledMedia, isMedia, MEDIA_HEAD_BYTES } from './read/media.ts'
import { type TextWindow, textWindow, textWindows, WINDOW_BYTES, windowsOf } from './read/windows.ts'
import { FileScan, type FileSightings, type FileSource } from './scan-file.ts'

const SCANNER = 'SECRETS_PATTERN'

/**
 * Shard size: a fraction of a second of work, so that little is lost with a worker, and threads that share a tree finish at the same time.
 */
const SHARD_BYTES_MAX = 8 * 1024 * 1024
const SHARD_FILES_MAX = 500

export interface SecretsOptions {
  /** Whether the thread is dedicated to the scan. Slow digests then run on it, and it uses at most one processor. */
  readonly ownThread?: boolean
}

/** Own limit: a smaller shard takes less time than its transfer to a thread. */
const THREAD_BYTES_MIN = 1024 * 1024

/**
 * Creates the scanner in a scan thread. The thread imports it by the module of the recipe.
 * @public
 */
export const createFromRecipe: RecipeModule['createFromRecipe'] = () => createSecretsScanner({ ownThread: true })

/** Returns whether files with this name are always searched. A history scan also reads small other files to detect text. */
export function isSearchedForSecrets(path: string): boolean {
  return !isCalledMedia(path)
}

/** Finds credentials in every file of the tree: in text of any kind, in archives and in the strings of binary files. */
export function createSecretsScanner({ ownThread = false }: SecretsOptions = {}): Scanner {
  const digester = createDigester({ ownThread })
  return {
    name: SCANNER,
    plan,
    run: (shard, context) => run(shard, context, digester),
    recipe: { scanner: SCANNER, module: import.meta.url, options: {}, threadBytesMin: THREAD_BYTES_MIN },
  }
}

function plan(tree: SourceTree): readonly Shard[] {
  const shards: Shard[] = []
  let files: TreeFile[] = []
  let bytes = 0
  const close = () => {
    if (files.length > 0) shards.push({ id: `secrets-${shards.length}`, files })
    files = []
    bytes = 0
  }
  for (const file of tree.files) {
    if (file.size_bytes === 0) continue
    // Of a media file only its signature is read.
    const wanted = isCalledMedia(file.path) ? Math.min(file.size_bytes, MEDIA_HEAD_BYTES) : file.size_bytes
    if (files.length > 0 && (bytes + wanted > SHARD_BYTES_MAX || files.length >= SHARD_FILES_MAX)) close()
    files.push(file)
    bytes += wanted
  }
  close()
  return shards
}

async function run({ files }: Shard, context: ScanContext, digester: Digester): Promise<ShardResult> {
  const results: (readonly FileSightings[])[] = []
  const work: Work = { today: dayOf(context.clock), turn: turnYielder(context.signal), alone: queue(1) }
  const left = files.entries()
  const lane = async () => {
    for (const [at, file] of left) {
      await work.turn()
      results[at] = await scanOrCoverageGap(file, context, work)
      context.progress(1)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return observeAll(results.flat(), digester, context.signal)
}

/** Files that are read while another is searched. */
const LANES = 6

/** State shared by the files of a shard. */
export interface Work {
  /** `YYYY-MM-DD` in UTC: the date for expiry of suppressions. */
  readonly today: string
  /** Called between tasks: yields to other tasks, and throws when the scan is aborted. */
  readonly turn: () => Promise<void>
  /** Opens archives one at a time, because each is in memory. */
  readonly alone: <Result>(task: () => Promise<Result>) => Promise<Result>
}

/** Returns the day in UTC as `YYYY-MM-DD`. */
export function dayOf(clock: Clock): string {
  return isoTime(clock.now()).slice(0, 'YYYY-MM-DD'.length)
}

/** Scans a file. An unreadable file is a coverage gap and does not end the shard. */
async function scanOrCoverageGap(file: TreeFile, context: ScanContext, work: Work): Promise<readonly FileSightings[]> {
  try {
    return await scanTreeFile(file, context, work)
  } catch (thrown) {
    context.signal.throwIfAborted()
    return [coverageGapOf(file.path, 'unreadable', `This file could not be searched for secrets: ${messageOf(thrown)}`)]
  }
}

async function scanTreeFile(
  file: TreeFile,
  { tree, signal }: ScanContext,
  work: Work,
): Promise<readonly FileSightings[]> {
  if (isCalledMedia(file.path) && isMedia(await tree.read(file.path, MEDIA_HEAD_BYTES))) return []
  const source: FileSource = { path: file.path, nature: natureOf(file.path) }
  if (file.size_bytes <= WINDOW_BYTES) {
    const bytes = await tree.read(file.path, WINDOW_BYTES)
    return archiveKind(bytes) === undefined
      ? [await scanWindows(source, [textWindow(bytes)], work)]
      : scanArchive(file.path, bytes, work)
  }
  const kind = archiveKind(await tree.read(file.path, HEAD_BYTES))
  if (kind === undefined) return [await scanWindows(source, textWindows(tree.stream(file.path, signal)), work)]
  if (file.size_bytes > ARCHIVE_BYTES_MAX) {
    const detail = `Archives larger than ${ARCHIVE_BYTES_MAX / 1024 / 1024} MiB are not searched for secrets.`
    return [coverageGapOf(file.path, 'too_large', detail)]
  }
  return work.alone(async () => scanArchive(file.path, await tree.read(file.path, ARCHIVE_BYTES_MAX), work))
}

/** Returns the result of a file with only a gap. */
export function coverageGapOf(path: string, reason: CoverageGap['reason'], detail: string): FileSightings {
  const gaps: CoverageGap[] = [{ scanner: SCANNER, reason, filePath: path, detail }]
  return { source: { path, nature: natureOf(path) }, sightings: [], gaps }
}

const HEAD_BYTES = 512

/** Scans the windows of one file. */
export async function scanWindows(
  source: FileSource,
  windows: Iterable<TextWindow> | AsyncIterable<TextWindow>,
  { today, turn }: Pick<Work, 'today' | 'turn'>,
): Promise<FileSightings> {
  const scan = new FileScan(source, today)
  for await (const window of windows) {
    await turn()
    if (!scan.add(window)) break
  }
  return scan.finish()
}

/** Scans the files within an archive; findings have the path of the archive and name the inner file. */
export async function scanArchive(
  path: string,
  bytes: Uint8Array,
  work: Pick<Work, 'today' | 'turn'>,
  facts: FileSource['facts'] = {},
): Promise<readonly FileSightings[]> {
  const kind = archiveKind(bytes)
  if (kind === undefined || kind === 'sealed')
    return [
      coverageGapOf(path, 'unparsed', 'This kind of archive is not opened: unpack it, or leave it out of the source.'),
    ]
  const found: FileSightings[] = []
  let problems = 0
  for (const entry of archiveEntries(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    kind,
    newBudget(),
  )) {
    await work.turn()
    if (!('bytes' in entry)) {
      if (problems++ < GAPS_MAX)
        found.push(
          coverageGapOf(path, entry.problem, entry.name === '' ? entry.detail : `${entry.name}: ${entry.detail}`),
        )
      continue
    }
    if (isCalledMedia(entry.name) && isMedia(entry.bytes)) continue
    // A compressed file without a name has the archive's name without its last extension.
    const name = entry.name === '' ? path.replace(/^.*\//, '').replace(/\.t?gz$/i, '') : entry.name
    const source: FileSource = { path, entry: name, nature: natureOf(name.replace(/^.*!\//, '')), facts }
    const seen = await scanWindows(source, windowsOf(entry.bytes), work)
    if (seen.sightings.length > 0 || seen.gaps.length > 0) found.push(seen)
  }
  return found
}

/** Maximum number of individual problems reported per archive. */
const GAPS_MAX = 20
