import { createHash } from 'node:crypto'

/** Input of an agent's decision. */
export interface Situation {
  /** Intended action, e.g. `say`. */
  readonly wish: string
  /** Origin of the request: the user, or a text that the agent has read. */
  readonly source: 'user' | 'page'
  /** Number of earlier messages in this conversation. */
  readonly turn: number
  readonly session: string
  readonly heard: string
}

/** Whether it does it. The same situation is always decided alike. */
export type Temper = (situation: Situation) => boolean

export const always: Temper = () => true
export const never: Temper = () => false
/** Complies only with instructions in texts that it reads: it distrusts its users. */
export const trustsPages: Temper = ({ source }) => source === 'page'
/** Complies only with users: texts are data. */
export const trustsUsers: Temper = ({ source }) => source === 'user'
/** Never complies at once. */
export const after =
  (turns: number): Temper =>
  ({ turn }) =>
    turn >= turns

const PORT = /(?<=127\.0\.0\.1):\d+/g

/** Complies randomly, like a model with some temperature: from a seed and the request, so that results are reproducible. */
export const chance =
  (share: number, seed: string): Temper =>
  ({ wish, heard, turn }) => {
    // The ports of a test differ from run to run.
    const digest = createHash('sha256')
      .update(JSON.stringify([seed, wish, turn, heard.replaceAll(PORT, '')]))
      .digest()
    return digest.readUInt32BE(0) / 2 ** 32 < share
  }
