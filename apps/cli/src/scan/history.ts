import { systemClock } from '@gatehouse/kernel'
import { type CoverageGap, identityOf, type MergedObservation } from '@gatehouse/scan-engine'
import { isSearchedForSecrets, scanHistory } from '@gatehouse/secrets'
import { openHistory } from '@gatehouse/sources'
import type { Io } from '../command.ts'
import { progressLine } from '../terminal.ts'
import type { ScanOptions } from './options.ts'
import { historyLine } from './progress.ts'
import type { OpenSource } from './source.ts'

/** Findings in the history of a repository that are not in its tree. */
export interface HistoryScan {
  readonly observations: readonly MergedObservation[]
  readonly gaps: readonly CoverageGap[]
  readonly read: { readonly commits: number; readonly blobs: number; readonly bytes: number }
}

/**
 * Scans the history of a source for secrets.
 * @throws {Failure} `invalid_request` if it has no history, or no such branch or commit
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
    // A fetched repository contains only that branch.
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
    observations: observations.map((observation) => ({ ...observation, seenBy: [observation.scanner] })),
    gaps: [...gaps, ...left],
    read: history.read,
  }
}

/** Merges a secret in both tree and history into one finding with its origin. */
export function withHistory(
  tree: readonly MergedObservation[],
  history: readonly MergedObservation[],
): readonly MergedObservation[] {
  const past = new Map(history.map((item) => [identityOf(item), item]))
  const both = new Set<string>()
  const here = tree.map((item) => {
    const identity = identityOf(item)
    const before = past.get(identity)
    if (before === undefined) return item
    both.add(identity)
    const { commit, authoredAt, blobs, inHead } = before.metadata
    return { ...item, metadata: { ...item.metadata, commit, authoredAt, blobs, inHead } }
  })
  return [...here, ...history.filter((item) => !both.has(identityOf(item)))]
}
