import { createHash } from 'node:crypto'
import { messageOf } from '@gatehouse/kernel'
import type { CoverageGap } from '../engine/observation.ts'
import type { ScanContext, ShardResult } from '../engine/scanner.ts'
import { archiveKind } from './archive/walk.ts'
import { natureOf } from './find/nature.ts'
import { createDigester } from './identity.ts'
import { windowsOf } from './read/windows.ts'
import { observeAll, type Sighting } from './observe.ts'
import type { FileSightings } from './scan-file.ts'
import { dayOf, gapOf, scanArchive, scanWindows } from './scanner.ts'

/** A version of a file in the history of a repository. */
export interface HistoryBlob {
  /** One of the paths that the blob had. */
  readonly path: string
  /** Names the content: the same content is the same blob, wherever and however often it was committed. */
  readonly blobId: string
  /** The commit that it is reported with, by choice of the caller the first one. */
  readonly commit: string
  readonly bytes: Uint8Array
}

/** What scanning a history needs. */
export type HistoryContext = Pick<ScanContext, 'clock' | 'signal' | 'progress'>

/** Blobs that are remembered; 40 hexadecimal digits each, they take about 100 MB. */
const BLOBS_MAX = 1_000_000

/**
 * Searches the blobs of a history, each content once. A value that stands in many versions is reported once, with the commit
 * of the first blob in the order given and the number of blobs.
 * @throws the reason of the signal when it fires
 */
export async function scanHistory(
  blobs: AsyncIterable<HistoryBlob>,
  { clock, signal, progress }: HistoryContext,
): Promise<ShardResult> {
  const seen = new Set<string>()
  const values = new Map<string, FileSightings>()
  const blobsOf = new Map<string, number>()
  const gaps: CoverageGap[] = []
  const today = dayOf(clock)
  for await (const blob of blobs) {
    await turn(signal)
    if (seen.has(blob.blobId)) continue
    if (seen.size < BLOBS_MAX) seen.add(blob.blobId)
    for (const { source, sightings, gaps: some } of await scanBlob(blob, today, signal)) {
      gaps.push(...some.filter(({ reason }) => reason !== 'skipped'))
      for (const sighting of sightings) {
        const key = keyOf(sighting)
        blobsOf.set(key, (blobsOf.get(key) ?? 0) + 1)
        if (values.size < VALUES_MAX && !values.has(key)) values.set(key, { source, sightings: [sighting], gaps: [] })
      }
    }
    progress(1)
  }
  if (values.size >= VALUES_MAX) gaps.push(TOO_MANY)
  const { observations } = await observeAll([...values.values()], createDigester(), signal)
  const counts = [...values.keys()].map((key) => blobsOf.get(key) ?? 1)
  return {
    observations: observations.map((one, at) => ({ ...one, metadata: { ...one.metadata, blobs: counts[at] } })),
    gaps,
  }
}

/** Values of one history that are held until its end. */
const VALUES_MAX = 20_000

const TOO_MANY: CoverageGap = {
  scanner: 'SECRETS_PATTERN',
  reason: 'too_large',
  detail: `The history holds more than ${VALUES_MAX} different secrets; only the first ones are listed.`,
}

function keyOf({ hit }: Sighting): string {
  return createHash('sha256').update(`${hit.rule.family}\0${hit.value}`, 'latin1').digest('base64')
}

async function turn(signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  await new Promise(setImmediate)
  signal.throwIfAborted()
}

async function scanBlob(
  { path, blobId, commit, bytes }: HistoryBlob,
  today: string,
  signal: AbortSignal,
): Promise<readonly FileSightings[]> {
  const facts = { commit, blob: blobId }
  const work = { today, turn: () => turn(signal) }
  try {
    if (archiveKind(bytes.subarray(0, HEAD_BYTES)) !== undefined) return await scanArchive(path, bytes, work, facts)
    return [await scanWindows({ path, nature: natureOf(path), facts }, windowsOf(bytes), work)]
  } catch (thrown) {
    signal.throwIfAborted()
    const what = `A version of this file (${blobId.slice(0, 12)}) could not be searched for secrets`
    return [gapOf(path, 'unreadable', `${what}: ${messageOf(thrown)}`)]
  }
}

const HEAD_BYTES = 512
