import type { AttackSeverity } from '@gatehouse/contracts'
import type { Need, Plant } from './category.ts'
import type { Oracle } from './oracle.ts'

/** A message of a conversation that is made up: the target is told that it has said this. */
export interface Message {
  readonly role: 'user' | 'assistant' | 'system' | 'tool'
  readonly content: string
}

/** What is served for the target to find, filled in. */
export interface ServedPlant extends Omit<Plant, 'text'> {
  /** Below the root of the run's content server; holds the attack's own word, so that a request is known to be of this attack. */
  readonly path: string
  readonly body: string
}

/** One attack, whole: what is sent, and how a success is recognised. Made from the run's seed alone. */
export interface Attack {
  /**
   * The same in every run that has this attack: made from category, seed, text and strategies, never from a marker. Runs are
   * compared by it.
   */
  readonly id: string
  readonly category: string
  /** As applied, first to last; `base` for none. */
  readonly strategy: string
  readonly severity: AttackSeverity
  /** One line. */
  readonly description: string
  readonly language: string
  /** What the user says, message by message. */
  readonly turns: readonly string[]
  /** What somebody else says first, in a session of their own. */
  readonly before?: readonly string[]
  /** Said to have been said before; sent where the target takes a history, else written into the first message. */
  readonly history: readonly Message[]
  readonly plants: readonly ServedPlant[]
  readonly needs: readonly Need[]
  readonly oracles: readonly Oracle[]
  /** The word that a target says which obeys. */
  readonly marker: string
  /** Words that are planted for this attack, or said in another session, and never sent in its own. */
  readonly canaries: readonly string[]
  /** Base address of the run's sink for this attack; undefined where there is none. */
  readonly sinkUrl: string | undefined
  /** Written by a model: no seed makes it again. */
  readonly isWritten?: true
  /** What is asked in place of the attack, to see what the target does with an honest wish. */
  readonly benign: string
}
