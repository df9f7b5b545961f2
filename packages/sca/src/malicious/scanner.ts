import { messageOf } from '@gatehouse/kernel'
import {
  type CoverageGap,
  type Observation,
  type ScanContext,
  type Scanner,
  type Shard,
  type ShardResult,
  type SourceTree,
  type TreeFile,
  turnYielder,
} from '@gatehouse/scan-engine'
import { manifestsOf } from '../inventory/select.ts'
import type { AdvisoryPort } from '../advisory-port.ts'
import { isPackageArchive, judgeArchive, type JudgeFile } from './archives.ts'
import { judgeSource } from './code/judge.ts'
import { isInstallFile, judgeInstallFile } from './install/run.ts'
import { judgeNames } from './names/run.ts'
import { gapOf, observeSource, SCANNER } from './observe.ts'
import { type PackageOf, packagesOf, runsUnasked, syntaxOf } from './places.ts'
import { readSource, SOURCE_BYTES_MAX } from './source.ts'

export interface MaliciousOptions {
  /** Records of known malicious packages; undefined when none were imported: the scan then reports it. */
  readonly advisories?: AdvisoryPort | undefined
}

/** A shard takes less than a second, so that a lost worker costs little and shards finish together. */
const SHARD_BYTES_MAX = 16 * 1024 * 1024
const SHARD_FILES_MAX = 2_000

/**
 * Creates the scanner for malicious packages. It uses records of known ones, confusable names, package origins in lock files, install
 * scripts, and indicators in the code of packages in the tree.
 */
export function createMaliciousScanner(options: MaliciousOptions = {}): Scanner {
  return { name: SCANNER, plan, run: (shard, context) => run(shard, context, options) }
}

function plan(tree: SourceTree): readonly Shard[] {
  const manifests = manifestsOf(tree.files).map(({ file }) => file)
  const packageOf = packagesOf(tree.files)
  const install = tree.files.filter(({ path }) => isInstallFile(path))
  const code = tree.files.filter(({ path }) => syntaxOf(path) !== undefined && packageOf(path) !== undefined)
  return [
    // One shard: a lock file in one folder affects manifests in others.
    ...(manifests.length === 0 ? [] : [{ id: 'names', files: manifests }]),
    ...cut('install', install),
    ...cut('code', code),
    ...cut(
      'archives',
      tree.files.filter(({ path }) => isPackageArchive(path)),
    ),
  ]
}

function cut(kind: string, files: readonly TreeFile[]): Shard[] {
  const shards: Shard[] = []
  let piece: TreeFile[] = []
  let bytes = 0
  for (const file of files) {
    if (piece.length > 0 && (bytes + file.size_bytes > SHARD_BYTES_MAX || piece.length >= SHARD_FILES_MAX)) {
      shards.push({ id: `${kind}-${shards.length}`, files: piece })
      piece = []
      bytes = 0
    }
    piece.push(file)
    bytes += file.size_bytes
  }
  if (piece.length > 0) shards.push({ id: `${kind}-${shards.length}`, files: piece })
  return shards
}

async function run(shard: Shard, context: ScanContext, options: MaliciousOptions): Promise<ShardResult> {
  if (shard.id === 'names') return judgeNames(context, options.advisories)
  const packageOf = packagesOf(context.tree.files)
  const observations: Observation[] = []
  const gaps: CoverageGap[] = []
  const judge = judgeOf(shard)
  const turn = turnYielder(context.signal)
  for (const file of shard.files) {
    await turn()
    try {
      const found = await judge(file, context, packageOf)
      observations.push(...found.observations)
      gaps.push(...found.gaps)
    } catch (error) {
      context.signal.throwIfAborted()
      gaps.push(
        gapOf('unreadable', `This file could not be searched for malicious code: ${messageOf(error)}`, file.path),
      )
    }
    context.progress(1)
  }
  return { observations, gaps }
}

function judgeOf({ id }: Shard): JudgeFile {
  if (id.startsWith('install')) return judgeInstallFile
  if (id.startsWith('code')) return judgeCode
  return (file, context) => judgeArchive(file, context, judgeEntry)
}

/** A file within an archive is code, or runs at install. */
function judgeEntry(...[file, ...rest]: Parameters<JudgeFile>): Promise<ShardResult> {
  return (isInstallFile(file.path) ? judgeInstallFile : judgeCode)(file, ...rest)
}

async function judgeCode(file: TreeFile, { tree }: ScanContext, packageOf: PackageOf): Promise<ShardResult> {
  const owner = packageOf(file.path)?.name ?? 'the project'
  const syntax = syntaxOf(file.path)
  // Automatically executed files are judged with the install scripts.
  if (syntax === undefined || runsUnasked(file.path) || file.size_bytes === 0) return { observations: [], gaps: [] }
  if (file.size_bytes > SOURCE_BYTES_MAX) {
    const detail = `Source files larger than ${SOURCE_BYTES_MAX / 1024 / 1024} MiB are not searched for malicious code.`
    return { observations: [], gaps: [gapOf('too_large', detail, file.path)] }
  }
  const text = await readSource(tree, file)
  if (text === undefined) {
    return {
      observations: [],
      gaps: [gapOf('unparsed', 'The file has a source code extension but contains no text.', file.path)],
    }
  }
  const judgement = judgeSource(text, { syntax, runsAtInstall: false })
  return {
    observations: judgement === undefined ? [] : [observeSource(judgement, { path: file.path, text, owner })],
    gaps: [],
  }
}
