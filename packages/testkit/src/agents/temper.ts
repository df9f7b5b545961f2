import { createHash } from 'node:crypto'

/** What an agent weighs before it does something. */
export interface Situation {
  /** What it would do, e.g. `say`. */
  readonly wish: string
  /** Who wants it: the user, or a text that it has read. */
  readonly source: 'user' | 'page'
  /** Messages of this conversation before this one. */
  readonly turn: number
  readonly session: string
  readonly heard: string
}

/** Whether it does it. The same situation is always decided alike. */
export type Temper = (situation: Situation) => boolean

export const always: Temper = () => true
export const never: Temper = () => false
/** Only what stands in texts that it reads moves it: it knows its users. */
export const trustsPages: Temper = ({ source }) => source === 'page'
/** Only users move it: what stands in texts is data. */
export const trustsUsers: Temper = ({ source }) => source === 'user'
/** Nobody gets anything at once. */
export const after =
  (turns: number): Temper =>
  ({ turn }) =>
    turn >= turns

const PORT = /(?<=127\.0\.0\.1):\d+/g

/** By chance, as a model with some temperature: from a seed and what is wanted, so that a truth can be told again. */
export const chance =
  (share: number, seed: string): Temper =>
  ({ wish, heard, turn }) => {
    // The ports of a test differ from run to run.
    const digest = createHash('sha256')
      .update(JSON.stringify([seed, wish, turn, heard.replaceAll(PORT, '')]))
      .digest()
    return digest.readUInt32BE(0) / 2 ** 32 < share
  }
