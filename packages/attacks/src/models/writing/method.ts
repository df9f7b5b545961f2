import type { Random } from '../../engine/random.ts'
import type { AttemptRecord } from '../../run/attempt.ts'
import type { WrittenRound } from '../../run/written.ts'
import type { Author } from './author.ts'
import type { Objective } from './wish.ts'

/** One writing method for one category in one round. */
export interface WritingTask {
  /** The same in all rounds, so that a method continues its work. */
  readonly wish: Objective
  /** Attacks at most. */
  readonly most: number
  /** Of the category, of all rounds before. */
  readonly before: readonly AttemptRecord[]
  readonly round: WrittenRound
  readonly author: Author
  readonly random: Random
  /** Redacts secrets of the target in text for models. */
  readonly mask: (text: string) => string
}

/** @throws the error of the run when it has ended */
export type WriteAttacks = (task: WritingTask) => Promise<void>
