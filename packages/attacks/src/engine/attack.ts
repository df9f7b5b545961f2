import type { AttackSeverity } from '@gatehouse/contracts/redteam'
import type { Need, Plant } from './category.ts'
import type { Oracle } from './oracle.ts'

/** Kind of file that carries the messages of an attack, named like its strategy. */
export type Carrier =
  | 'image_text'
  | 'image_low_contrast'
  | 'image_metadata'
  | 'qr_code'
  | 'pdf_hidden_text'
  | 'docx_hidden_text'
  | 'audio_speech'

/** Message of a fabricated conversation: the attack claims that the target wrote it. */
export interface Message {
  readonly role: 'user' | 'assistant' | 'system' | 'tool'
  readonly content: string
}

/** Rendered plant that is served to the target. */
export interface ServedPlant extends Omit<Plant, 'text'> {
  /** Path below the root of the run's content server; contains the attack's word, so that requests can be attributed. */
  readonly path: string
  readonly body: string
}

/** Complete attack: the messages to send and the success criteria. Created from the run's seed alone. */
export interface Attack {
  /**
   * Same in every run with this attack: derived from category, seed, text and strategies, never from a marker. Run comparison matches
   * attacks by id.
   */
  readonly id: string
  readonly category: string
  /** As applied, first to last; `base` for none. */
  readonly strategy: string
  readonly severity: AttackSeverity
  /** One line. */
  readonly description: string
  readonly language: string
  /** User messages in order. */
  readonly turns: readonly string[]
  /** The messages are sent in files of this kind, each beside a short request to read the file. */
  readonly carrier?: Carrier
  /** Messages that another user sends first, in a separate session. */
  readonly before?: readonly string[]
  /** Fabricated history; sent as history where the target supports it, else written into the first message. */
  readonly history: readonly Message[]
  /** Refused messages are removed from the conversation before the next one, where the client sends the history. */
  readonly retracts?: true
  readonly plants: readonly ServedPlant[]
  readonly needs: readonly Need[]
  readonly oracles: readonly Oracle[]
  /** Word that only a target that follows the attack writes. */
  readonly marker: string
  /** Words that are planted for this attack, or sent in another session, and never sent in its own session. */
  readonly canaries: readonly string[]
  /** Base URL of the run's sink for this attack; undefined without a sink. */
  readonly sinkUrl: string | undefined
  /** Written by a model: cannot be recreated from a seed. */
  readonly isWritten?: true
  /** Benign control: sent in place of the attack to observe the target's normal answer. */
  readonly benign: string
}
