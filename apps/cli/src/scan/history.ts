import { systemClock } from '@gatehouse/kernel'
import { type CoverageGap, identityOf, type MergedObservation } from '@gatehouse/scan-engine'
import { isSearchedForSecrets, scanHistory } from '@gatehouse/secrets'
import { openHistory } from '@gatehouse/sources'
import type { Io } from '../command.ts'
import { progressLine } from '../terminal.ts'
import type { ScanOptions } from './options.ts'
import { historyLine } from './progress.ts'
import type { OpenSource } from './source.ts'

/** What was seen in the history of a repository, beside what is in its tree. */
export interface HistoryScan {
  readonly observations: readonly MergedObservation[]
  readonly gaps: readonly CoverageGap[]
  readonly read: { readonly commits: number; readonly blobs: number; readonly bytes: number }
}

/**
 * Searches the history of a source for secrets.
 * @throws {Failure} `invalid_request` where it has none, or no such branch or commit
 */
export async function scanHistoryOf(
  source: OpenSource,
  { since, branch }: Pick<ScanOptions, 'since' | 'branch'>,
  io: Io,
  signal: AbortSignal,
): Promise<HistoryScan> {
  const line = progressLine(io)
  const history = await openHistory({
    folder: source.folder,
    searchPath: io.env['PATH'] ?? '',
    signal,
    wants: isSearchedForSecrets,
    ...(since !== undefined && { since }),
    // Of what was fetched, that branch alone is there.
    ...(branch !== undefined && !source.isFetched && { branch }),
  })
  const { observations, gaps } = await scanHistory(history.versions(), {
    clock: systemClock,
    signal,
    progress: (_blobs, found) => line.show(historyLine(history.read, found)),
  })
  line.clear()
  const left = history
    .left()
    .map((detail): CoverageGap => ({ scanner: 'SECRETS_PATTERN', reason: 'skipped', detail: `History: ${detail}` }))
  return {
    observations: observations.map((one) => ({ ...one, seenBy: [one.scanner] })),
    gaps: [...gaps, ...left],
    read: history.read,
  }
}

/** A secret of the tree that the history has too is one finding, which then knows where it came from. */
export function withHistory(
  tree: readonly MergedObservation[],
  history: readonly MergedObservation[],
): readonly MergedObservation[] {
  const past = new Map(history.map((one) => [identityOf(one), one]))
  const both = new Set<string>()
  const here = tree.map((one) => {
    const identity = identityOf(one)
    const before = past.get(identity)
    if (before === undefined) return one
    both.add(identity)
    const { commit, authoredAt, blobs, inHead } = before.metadata
    return { ...one, metadata: { ...one.metadata, commit, authoredAt, blobs, inHead } }
  })
  return [...here, ...history.filter((one) => !both.has(identityOf(one)))]
}
