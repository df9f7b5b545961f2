import { messageOf } from '@gatehouse/kernel'
import type { CoverageGap } from './observation.ts'
import {
  CARRY_UNITS_MAX,
  type FinishContext,
  type ScanContext,
  type Scanner,
  type Shard,
  type ShardResult,
} from './scanner.ts'
import { codeOf } from './gate/unanalysed.ts'

/** A result, and whether it is complete. */
export type CompleteResult = ShardResult & { readonly isWhole: boolean }

/**
 * Runs one shard: an exception of the scanner becomes a gap of the entire shard, never an empty result.
 * @throws the signal's reason when it fires
 */
export async function runShard(scanner: Scanner, shard: Shard, context: ScanContext): Promise<CompleteResult> {
  context.signal.throwIfAborted()
  try {
    return { ...bounded(await scanner.run(shard, context), scanner), isWhole: true }
  } catch (error) {
    context.signal.throwIfAborted()
    const unread = scanner.name === 'SAST_PATTERN' ? codeOf(shard.files, 'failed') : {}
    return failed(scanner, `${counted(shard.files.length)} not scanned: ${messageOf(error)}`, unread)
  }
}

/**
 * Runs the final step of a scanner over all its shards, with the error handling of {@link runShard}.
 * @param results of the shards, in any order
 * @returns undefined when the scanner has no final step
 * @throws the signal's reason when it fires
 */
export async function finishScanner(
  scanner: Scanner,
  results: readonly Pick<ShardResult, 'carry'>[],
  context: FinishContext,
): Promise<CompleteResult | undefined> {
  if (scanner.finish === undefined) return undefined
  context.signal.throwIfAborted()
  try {
    const carries = results.flatMap(({ carry }) => carry ?? [])
    return { ...(await scanner.finish(carries, context)), isWhole: true }
  } catch (error) {
    context.signal.throwIfAborted()
    return failed(scanner, `The cross-file analysis failed: ${messageOf(error)}`)
  }
}

function failed({ name }: Scanner, detail: string, more: Partial<CoverageGap> = {}): CompleteResult {
  return { observations: [], gaps: [{ scanner: name, reason: 'failed', detail, ...more }], isWhole: false }
}

/** Limits the size of a result for the database and the final step. */
function bounded(result: ShardResult, { name }: Scanner): ShardResult {
  const { carry = [], gaps } = result
  let units = 0
  const fits = carry.filter((piece) => (units += piece.length) <= CARRY_UNITS_MAX)
  if (fits.length === carry.length) return result
  const parts = carry.length - fits.length === 1 ? '1 part' : `${carry.length - fits.length} parts`
  const detail = `${parts} of the cross-file results exceeded the memory limit; flows through them are not reported.`
  const gap: CoverageGap = { scanner: name, reason: 'too_large', detail }
  return { ...result, carry: fits, gaps: [...gaps, gap] }
}

function counted(files: number): string {
  return files === 1 ? '1 file was' : `${files} files were`
}
