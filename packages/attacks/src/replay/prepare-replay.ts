import type { Report } from '@gatehouse/contracts/reports'
import type { PreparedRun } from '../run/prepare-run.ts'
import { type PreparedItem, prepareItems, type ReplayItem } from './replay-items.ts'

export interface ReplayRun {
  readonly prepared: PreparedRun
  /** Returns the regenerated attacks; empty before the run starts. */
  readonly made: () => readonly PreparedItem[]
}

/**
 * Creates a run of these attacks only. They are generated when the address of served pages is known.
 * @param whole prepared run against the same target
 */
export function prepareReplay(
  items: readonly ReplayItem[],
  report: Report,
  whole: PreparedRun,
  repeats: number,
): ReplayRun {
  let preparedItems: readonly PreparedItem[] = []
  const prepared: PreparedRun = {
    ...whole,
    categories: [],
    estimatedTotal: items.length * 2 * repeats,
    setupFor: (target, own) => {
      const setup = whole.setupFor(target, own)
      preparedItems = prepareItems(items, report, setup)
      const customAttacks = preparedItems.flatMap(({ attacks }) => attacks)
      // Sequential, so that effects are attributed to the right attack.
      return { ...setup, categories: [], customAttacks, isReplay: true, adaptiveRounds: 0, repeats, concurrency: 1 }
    },
  }
  return { prepared, made: () => preparedItems }
}
