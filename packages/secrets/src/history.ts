import { createHash } from 'node:crypto'
import { messageOf } from '@gatehouse/kernel'
import type { CoverageGap, ScanContext, ShardResult } from '@gatehouse/scan-engine'
import { archiveKind } from '@gatehouse/scan-engine/archive'
import { natureOf } from './find/nature.ts'
import { createDigester } from './identity.ts'
import { windowsOf } from './read/windows.ts'
import { observeAll, type Sighting } from './observe.ts'
import type { FileSightings } from './scan-file.ts'
import { dayOf, coverageGapOf, scanArchive, scanWindows } from './scanner.ts'

/** A version of a file in the history of a repository. */
export interface HistoryBlob {
  /** One of the paths of the blob. */
  readonly path: string
  /** Identifies the content, independent of its commits and paths. */
  readonly blobId: string
  /** Reported commit, usually the first one. */
  readonly commit: string
  readonly bytes: Uint8Array
  readonly authoredAt?: Date
  /** Path of this content in HEAD; null: not in HEAD; absent: unknown. */
  readonly headPath?: string | null
  /** Outside of the requested commits: secrets only there are not reported; for reported secrets their presence there counts. */
  readonly isOutside?: boolean
}

/** Context of a history scan. */
export interface HistoryContext extends Pick<ScanContext, 'clock' | 'signal'> {
  /** Called with the number of contents done since the last call, and how many values were found so far. */
  readonly progress: (blobs: number, values: number) => void
}

/** Maximum number of known blobs, about 100 MB. */
const BLOBS_MAX = 1_000_000

/**
 * Scans the blobs of a history, each content once. A value in many versions is reported once, with the commit of the first blob in the
 * given order and the number of blobs.
 * @throws the reason of the signal when it fires
 */
export async function scanHistory(
  blobs: AsyncIterable<HistoryBlob>,
  { clock, signal, progress }: HistoryContext,
): Promise<ShardResult> {
  const seen = new Set<string>()
  const values = new Map<string, Value>()
  const gaps: CoverageGap[] = []
  const today = dayOf(clock)
  let gapsFound = 0
  for await (const blob of blobs) {
    await yieldTurn(signal)
    if (seen.has(blob.blobId)) continue
    if (seen.size < BLOBS_MAX) seen.add(blob.blobId)
    for (const { source, sightings, gaps: some } of await scanBlob(blob, today, signal)) {
      for (const gap of some) if (gap.reason !== 'skipped' && gapsFound++ < GAPS_MAX) gaps.push(gap)
      for (const sighting of sightings) see(values, blob, source, sighting)
    }
    progress(1, values.size)
  }
  if (values.size >= VALUES_MAX) gaps.push(TOO_MANY)
  if (gapsFound > GAPS_MAX) gaps.push(untold(gapsFound - GAPS_MAX))
  const all = [...values.values()]
  const { observations } = await observeAll(
    all.map(({ found }) => found),
    createDigester(),
    signal,
  )
  return {
    observations: observations.map((observation, at) => ({
      ...observation,
      metadata: { ...observation.metadata, ...factsOf(all[at]!) },
    })),
    gaps,
  }
}

/** A value of a history. */
interface Value {
  /** Blob that introduced it. */
  readonly found: FileSightings
  /** Number of different contents with it. */
  blobs: number
  /** Path in HEAD; undefined: unknown. */
  headPath: string | null | undefined
}

function see(values: Map<string, Value>, blob: HistoryBlob, source: FileSightings['source'], sighting: Sighting): void {
  const key = keyOf(sighting)
  const value = values.get(key)
  if (value !== undefined) {
    if (blob.isOutside !== true) value.blobs += 1
    value.headPath ??= blob.headPath
  } else if (blob.isOutside !== true && values.size < VALUES_MAX) {
    values.set(key, { found: { source, sightings: [sighting], gaps: [] }, blobs: 1, headPath: blob.headPath })
  }
}

function factsOf({ blobs, headPath }: Value) {
  return { blobs, ...(headPath !== undefined && { inHead: headPath !== null }), ...(headPath && { headPath }) }
}

/** Maximum number of values of one history kept in memory until its end. */
const VALUES_MAX = 20_000

const TOO_MANY: CoverageGap = {
  scanner: 'SECRETS_PATTERN',
  reason: 'too_large',
  detail: `The history contains more than ${VALUES_MAX} different secrets; only the first ones are listed.`,
}

/** Maximum number of individual gaps; an unreadable file may have thousands of versions. */
const GAPS_MAX = 500

function untold(count: number): CoverageGap {
  const detail = `${count} more versions of files of the history could not be searched in full.`
  return { scanner: 'SECRETS_PATTERN', reason: 'unreadable', detail }
}

function keyOf({ hit }: Sighting): string {
  return createHash('sha256').update(`${hit.rule.family}\0${hit.value}`, 'latin1').digest('base64')
}

async function yieldTurn(signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  await new Promise(setImmediate)
  signal.throwIfAborted()
}

async function scanBlob(
  { path, blobId, commit, bytes, authoredAt }: HistoryBlob,
  today: string,
  signal: AbortSignal,
): Promise<readonly FileSightings[]> {
  const facts = { commit, blob: blobId, ...(authoredAt !== undefined && { authoredAt: authoredAt.toISOString() }) }
  const work = { today, turn: () => yieldTurn(signal) }
  try {
    if (archiveKind(bytes.subarray(0, HEAD_BYTES)) !== undefined) return await scanArchive(path, bytes, work, facts)
    return [await scanWindows({ path, nature: natureOf(path), facts }, windowsOf(bytes), work)]
  } catch (thrown) {
    signal.throwIfAborted()
    const subject = `A version of this file (${blobId.slice(0, 12)}) could not be searched for secrets`
    return [coverageGapOf(path, 'unreadable', `${subject}: ${messageOf(thrown)}`)]
  }
}

const HEAD_BYTES = 512
