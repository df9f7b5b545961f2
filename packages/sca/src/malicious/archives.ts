import type { CoverageGap, Observation, ScanContext, ShardResult, SourceTree, TreeFile } from '@gatehouse/scan-engine'
import { ARCHIVE_BYTES_MAX, newBudget, archiveEntries, archiveKind } from '@gatehouse/scan-engine/archive'
import { isInstallFile } from './install/run.ts'
import { gapOf } from './observe.ts'
import { type PackageOf, packagesOf, syntaxOf } from './places.ts'

/** Maximum size of one archive's sources in memory. */
const HELD_BYTES_MAX = 128 * 1024 * 1024
/** Maximum number of individually reported unreadable entries per archive. */
const GAPS_MAX = 5

/** Returns whether a file name is a registry package archive. */
export function isPackageArchive(path: string): boolean {
  return /\.(?:tgz|whl|crate|gem|nupkg|egg)$|-\d[\w.]{0,60}\.tar\.gz$|(?:^|\/)\.yarn\/cache\/[^/]+\.zip$/i.test(path)
}

/** Judges one file of a tree. */
export type JudgeFile = (file: TreeFile, context: ScanContext, packageOf: PackageOf) => Promise<ShardResult>

/** Judges the sources in an archive like a source tree; findings are located at the archive. */
export async function judgeArchive(file: TreeFile, context: ScanContext, judge: JudgeFile): Promise<ShardResult> {
  const { path, size_bytes } = file
  if (size_bytes > ARCHIVE_BYTES_MAX) {
    const detail = `Archives larger than ${ARCHIVE_BYTES_MAX / 1024 / 1024} MiB are not searched for malicious code.`
    return { observations: [], gaps: [gapOf('too_large', detail, path)] }
  }
  const { files, gaps } = sourcesOf(path, await context.tree.read(path, ARCHIVE_BYTES_MAX))
  const tree = treeOf(files)
  const packageOf = ownersOf(path, tree.files)
  const observations: Observation[] = []
  for (const inner of tree.files) {
    context.signal.throwIfAborted()
    await new Promise(setImmediate)
    const found = await judge(inner, { ...context, tree }, packageOf)
    gaps.push(...found.gaps.map((gap) => ({ ...gap, filePath: path, detail: `${inner.path}: ${gap.detail}` })))
    for (const observation of found.observations) observations.push(placedAt(observation, path))
  }
  return { observations, gaps }
}

function placedAt(observation: Observation, path: string): Observation {
  const { filePath, startLine, metadata } = observation
  return {
    ...observation,
    filePath: path,
    startLine: 1,
    endLine: 1,
    title: `${observation.title} (${filePath} in the archive)`,
    metadata: { ...metadata, entry: filePath, entryLine: startLine },
  }
}

function sourcesOf(path: string, bytes: Uint8Array): { files: ReadonlyMap<string, Uint8Array>; gaps: CoverageGap[] } {
  const files = new Map<string, Uint8Array>()
  const gaps: CoverageGap[] = []
  const kind = archiveKind(bytes)
  if (kind === undefined || kind === 'sealed') {
    return {
      files,
      gaps: [gapOf('unparsed', 'The file has a package extension but is not a supported archive.', path)],
    }
  }
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let current = 0
  let untold = 0
  for (const entry of archiveEntries(buffer, kind, newBudget())) {
    if (!('bytes' in entry)) {
      // Oversized libraries are not reported: they are not source files.
      if (gaps.length < GAPS_MAX && (entry.name === '' || isSource(entry.name)))
        gaps.push(gapOf(entry.problem, `${entry.name}: ${entry.detail}`, path))
      continue
    }
    if (!isSource(entry.name)) continue
    current += entry.bytes.length
    if (current > HELD_BYTES_MAX) untold += 1
    else files.set(entry.name, entry.bytes)
  }
  if (untold > 0)
    gaps.push(
      gapOf(
        'too_large',
        `${untold} of its sources were not searched because their total size exceeds the limit.`,
        path,
      ),
    )
  return { files, gaps }
}

function isSource(name: string): boolean {
  return syntaxOf(name) !== undefined || isInstallFile(name) || isPackageArchive(name)
}

function treeOf(entries: ReadonlyMap<string, Uint8Array>): SourceTree {
  const bytesOf = (path: string): Uint8Array => entries.get(path) ?? new Uint8Array()
  return {
    files: [...entries].map(([path, { length }]) => ({ path, size_bytes: length })),
    read: async (path, maxBytes) => bytesOf(path).subarray(0, maxBytes),
    async *stream(path) {
      yield bytesOf(path)
    },
    gaps: [],
  }
}

/** Returns the owner of an archive's files: one package, unless it contains a folder of several. */
function ownersOf(archive: string, files: readonly TreeFile[]): PackageOf {
  const base = archive.replace(/^.*\//, '').replace(/\.(?:\w+|tar\.gz)$/, '')
  // The version follows a hyphen; another version is the same package.
  const [name = base] = base.split(/-v?\d/, 1)
  const tops = new Set(files.map(({ path }) => path.slice(0, path.indexOf('/') + 1)))
  const [only = ''] = tops
  const whole = { name, folder: tops.size === 1 ? only : '' }
  const packages = packagesOf(files)
  return (path) => {
    const found = packages(path)
    return found === undefined || found.isWhole ? whole : found
  }
}
