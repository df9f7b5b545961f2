import type { ScannerName } from '@gatehouse/contracts/scans'
import type { CoverageGap } from '../observation.ts'
import type { ScanContext, Shard, ShardResult } from '../scanner.ts'
import type { TreeFile } from '../tree.ts'
import { codeOf } from '../gate/unanalysed.ts'
import { ThreadLost } from './scan-thread.ts'

/** Own limit for the threads that one shard may crash. Its remaining files are then gaps. */
export const LOST_MAX = 16

type Context = Omit<ScanContext, 'tree'>

/** A part of a shard that has to be run. */
interface Part {
  readonly files: readonly TreeFile[]
  /** Whether all of its files were completed once, in a thread that crashed later. */
  readonly wasDone: boolean
}

/**
 * Runs a shard in a thread. If the thread runs out of memory or crashes, its files are run again in smaller parts, so that only files that
 * crash a thread on their own become coverage gaps.
 * @param runPart like {@link ScanThread.scan}
 * @throws errors of runPart, except {@link ThreadLost}
 */
export async function runSplit(
  scanner: ScannerName,
  shard: Shard,
  context: Context,
  runPart: (part: Shard, context: Context) => Promise<ShardResult>,
): Promise<ShardResult> {
  const results: ShardResult[] = []
  const own = { ...context, progress: onceEach(shard.files.length, context.progress) }
  const open: Part[] = [{ files: shard.files, wasDone: false }]
  let lost = 0
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- a shard has one thread at a time
      results.push(await runPart({ ...shard, files: part.files }, own))
    } catch (error) {
      if (!(error instanceof ThreadLost)) throw error
      lost += 1
      if (part.files.length > 1 && lost < LOST_MAX) open.push(...partsOf(part, error.filesDone).toReversed())
      else results.push(withoutFiles(scanner, part.files, error.message))
    }
  }
  return joined(results)
}

/** Returns the current file, and the files before and after it; halves if the cause is unknown. */
function partsOf({ files, wasDone }: Part, filesDone: number): readonly Part[] {
  const at = wasDone || filesDone >= files.length ? files.length >> 1 : filesDone
  const after = wasDone || filesDone >= files.length ? at : at + 1
  const parts = [
    { files: files.slice(0, at), wasDone: true },
    { files: files.slice(at, after), wasDone: false },
    { files: files.slice(after), wasDone },
  ]
  return parts.filter((part) => part.files.length > 0)
}

/** Returns gaps for files that crashed a thread, or that follow too many of them. */
function withoutFiles(scanner: ScannerName, files: readonly TreeFile[], reason: string): ShardResult {
  const gaps = files.map((file): CoverageGap => ({
    scanner,
    reason: 'failed',
    filePath: file.path,
    detail: `File not analyzed: ${reason} Split the file, or exclude it from the scan.`,
    ...(scanner === 'SAST_PATTERN' && codeOf([file], 'failed')),
  }))
  return { observations: [], gaps }
}

function joined(results: readonly ShardResult[]): ShardResult {
  const [first] = results
  if (first !== undefined && results.length === 1) return first
  const inventory = results.findLast((result) => result.inventory !== undefined)?.inventory
  const carry = results.flatMap((result) => result.carry ?? [])
  return {
    observations: results.flatMap((result) => result.observations),
    gaps: results.flatMap((result) => result.gaps),
    ...(inventory !== undefined && { inventory }),
    ...(carry.length > 0 && { carry }),
  }
}

/** Files that are run again are not counted again. */
function onceEach(files: number, progress: Context['progress']): Context['progress'] {
  let left = files
  return (more) => {
    const fresh = Math.min(more, left)
    left -= fresh
    if (fresh > 0) progress(fresh)
  }
}
