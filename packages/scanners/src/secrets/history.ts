import { isoTime, messageOf } from '@gatehouse/kernel'
import type { CoverageGap, Observation } from '../engine/observation.ts'
import type { ScanContext, ShardResult } from '../engine/scanner.ts'
import { archiveKind } from './archive/walk.ts'
import { natureOf } from './find/nature.ts'
import { createDigester } from './identity.ts'
import { windowsOf } from './read/windows.ts'
import { scanArchive, scanWindows } from './scanner.ts'

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
  const found = new Map<string, { observation: Observation; blobs: number }>()
  const gaps: CoverageGap[] = []
  const ports = { digester: createDigester(), today: isoTime(clock.now()).slice(0, 'YYYY-MM-DD'.length) }
  const turn = async () => {
    signal.throwIfAborted()
    await new Promise(setImmediate)
    signal.throwIfAborted()
  }
  for await (const blob of blobs) {
    signal.throwIfAborted()
    if (seen.has(blob.blobId)) continue
    if (seen.size < BLOBS_MAX) seen.add(blob.blobId)
    const result = await scanBlob(blob, ports, turn, signal)
    gaps.push(...result.gaps.filter(({ reason }) => reason !== 'skipped'))
    for (const observation of result.observations) {
      const key = [observation.ruleId, ...observation.identity].join('\0')
      const known = found.get(key)
      if (known === undefined) found.set(key, { observation, blobs: 1 })
      else known.blobs++
    }
    progress(1)
  }
  const observations = [...found.values()].map(({ observation, blobs: count }) => ({
    ...observation,
    metadata: { ...observation.metadata, blobs: count },
  }))
  return { observations, gaps }
}

async function scanBlob(
  { path, blobId, commit, bytes }: HistoryBlob,
  ports: Parameters<typeof scanWindows>[2],
  turn: () => Promise<void>,
  signal: AbortSignal,
): Promise<ShardResult> {
  const source = { path, nature: natureOf(path), facts: { commit, blob: blobId } }
  try {
    if (archiveKind(bytes.subarray(0, 512)) !== undefined)
      return await scanArchive(path, bytes, ports, turn, source.facts)
    return await scanWindows(source, windowsOf(bytes), ports, turn)
  } catch (thrown) {
    signal.throwIfAborted()
    const detail = `A version of this file (${blobId.slice(0, 12)}) could not be searched for secrets: ${messageOf(thrown)}`
    return { observations: [], gaps: [{ scanner: 'SECRETS_PATTERN', reason: 'unreadable', filePath: path, detail }] }
  }
}
