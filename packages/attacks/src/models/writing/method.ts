import type { Random } from '../../engine/random.ts'
import type { AttemptRecord } from '../../run/attempt.ts'
import type { WrittenRound } from '../../run/written.ts'
import type { Author } from './author.ts'
import type { Wish } from './wish.ts'

/** One way of writing attacks, at one category in one round. */
export interface WritingTask {
  /** The same in all rounds, so that a method goes on where it was. */
  readonly wish: Wish
  /** Attacks at most. */
  readonly most: number
  /** Of the category, of all rounds before. */
  readonly before: readonly AttemptRecord[]
  readonly round: WrittenRound
  readonly author: Author
  readonly random: Random
  /** Takes secrets of the target out of what models are shown. */
  readonly mask: (text: string) => string
}

/** @throws what the run throws where it is over */
export type WritingWay = (task: WritingTask) => Promise<void>
