import { isoTime, messageOf } from '@gatehouse/kernel'
import type { CoverageGap, Observation } from '../engine/observation.ts'
import type { ScanContext, Scanner, Shard, ShardResult } from '../engine/scanner.ts'
import type { SourceTree, TreeFile } from '../engine/tree.ts'
import { ARCHIVE_BYTES_MAX, newBudget } from './archive/limits.ts'
import { archiveEntries, archiveKind } from './archive/walk.ts'
import { natureOf } from './find/nature.ts'
import { createDigester } from './identity.ts'
import { type TextWindow, textWindow, textWindows, WINDOW_BYTES, windowsOf } from './read/windows.ts'
import { FileScan, type FileScanPorts, type FileSource } from './scan-file.ts'

const SCANNER = 'SECRETS_PATTERN'

/** One shard is about a second of work, so that little is lost with a worker. */
const SHARD_BYTES_MAX = 32 * 1024 * 1024
const SHARD_FILES_MAX = 2_000

/** So long the thread is held between two looks at the signal; a pause has to begin within 2 s. */
const TURN_MS = 50

/** Media hold no text that anybody reads: pictures, sound, film, fonts. Skipped without a word. */
const MEDIA =
  /\.(?:png|jpe?g|gif|webp|avif|ico|icns|bmp|tiff?|heic|psd|mp[34]|m4[av]|mov|avi|mkv|webm|ogg|oga|ogv|wav|flac|aac|woff2?|ttf|otf|eot)$/i

/** Finds credentials in every file of the tree: in text of any kind, in archives and in the strings of binary files. */
export function createSecretsScanner(): Scanner {
  return { name: SCANNER, plan, run }
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
    if (file.size_bytes === 0 || MEDIA.test(file.path)) continue
    if (files.length > 0 && (bytes + file.size_bytes > SHARD_BYTES_MAX || files.length >= SHARD_FILES_MAX)) close()
    files.push(file)
    bytes += file.size_bytes
  }
  close()
  return shards
}

async function run(shard: Shard, context: ScanContext): Promise<ShardResult> {
  const observations: Observation[] = []
  const gaps: CoverageGap[] = []
  const ports: FileScanPorts = {
    digester: createDigester(),
    today: isoTime(context.clock.now()).slice(0, 'YYYY-MM-DD'.length),
  }
  const turn = turns(context.signal)
  for (const file of shard.files) {
    await turn()
    const result = await scanOrGap(file, context, ports, turn)
    observations.push(...result.observations)
    gaps.push(...result.gaps)
    context.progress(1)
  }
  return { observations, gaps }
}

type Turn = () => Promise<void>

/** Lets other work of the thread run now and then, and ends the shard where the signal fired. */
function turns(signal: AbortSignal): Turn {
  let last = performance.now()
  return async () => {
    signal.throwIfAborted()
    if (performance.now() - last < TURN_MS) return
    await new Promise(setImmediate)
    last = performance.now()
    signal.throwIfAborted()
  }
}

/** A file that cannot be read is a gap, never the end of the shard. */
async function scanOrGap(file: TreeFile, context: ScanContext, ports: FileScanPorts, turn: Turn): Promise<ShardResult> {
  try {
    return await scanTreeFile(file, context, ports, turn)
  } catch (thrown) {
    context.signal.throwIfAborted()
    const detail = `This file could not be searched for secrets: ${messageOf(thrown)}`
    return { observations: [], gaps: [{ scanner: SCANNER, reason: 'unreadable', filePath: file.path, detail }] }
  }
}

async function scanTreeFile(
  file: TreeFile,
  { tree, signal }: ScanContext,
  ports: FileScanPorts,
  turn: Turn,
): Promise<ShardResult> {
  const source: FileSource = { path: file.path, nature: natureOf(file.path) }
  if (file.size_bytes <= WINDOW_BYTES) {
    const bytes = await tree.read(file.path, WINDOW_BYTES)
    return archiveKind(bytes) === undefined
      ? scanWindows(source, [textWindow(bytes)], ports, turn)
      : scanArchive(file.path, bytes, ports, turn)
  }
  const kind = archiveKind(await tree.read(file.path, HEAD_BYTES))
  if (kind === undefined) return scanWindows(source, textWindows(tree.stream(file.path, signal)), ports, turn)
  if (file.size_bytes > ARCHIVE_BYTES_MAX) {
    const detail = `Archives larger than ${ARCHIVE_BYTES_MAX / 1024 / 1024} MiB are not searched for secrets.`
    return { observations: [], gaps: [{ scanner: SCANNER, reason: 'too_large', filePath: file.path, detail }] }
  }
  return scanArchive(file.path, await tree.read(file.path, ARCHIVE_BYTES_MAX), ports, turn)
}

const HEAD_BYTES = 512

/** The secrets of one file, given as windows. */
export async function scanWindows(
  source: FileSource,
  windows: Iterable<TextWindow> | AsyncIterable<TextWindow>,
  ports: FileScanPorts,
  turn: Turn,
): Promise<ShardResult> {
  const scan = new FileScan(source, ports)
  for await (const window of windows) {
    await turn()
    if (!scan.add(window)) break
  }
  return scan.finish(turn)
}

/** The secrets of the files within an archive; findings stand at the path of the archive and name the file inside. */
export async function scanArchive(
  path: string,
  bytes: Uint8Array,
  ports: FileScanPorts,
  turn: Turn,
  facts: FileSource['facts'] = {},
): Promise<ShardResult> {
  const observations: Observation[] = []
  const gaps: CoverageGap[] = []
  const kind = archiveKind(bytes)
  const gap = (reason: CoverageGap['reason'], detail: string) =>
    gaps.push({ scanner: SCANNER, reason, filePath: path, detail })
  if (kind === undefined || kind === 'sealed') {
    gap('unparsed', 'This kind of archive is not opened: unpack it, or leave it out of the source.')
    return { observations, gaps }
  }
  for (const entry of archiveEntries(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    kind,
    newBudget(),
  )) {
    await turn()
    if (!('bytes' in entry)) {
      if (gaps.length < GAPS_MAX)
        gap(entry.problem, entry.name === '' ? entry.detail : `${entry.name}: ${entry.detail}`)
      continue
    }
    if (MEDIA.test(entry.name)) continue
    // A packed file without a name is what its archive is called without its last extension.
    const name = entry.name === '' ? path.replace(/^.*\//, '').replace(/\.t?gz$/i, '') : entry.name
    const source: FileSource = { path, entry: name, nature: natureOf(name.replace(/^.*!\//, '')), facts }
    const result = await scanWindows(source, windowsOf(entry.bytes), ports, turn)
    observations.push(...result.observations)
    gaps.push(...result.gaps)
  }
  return { observations, gaps }
}

/** Problems within one archive that are told one by one. */
const GAPS_MAX = 20
