import type { JsonObject } from '../dialect.ts'
import { isObject, objectsOf, stringOf } from '../json.ts'

/**
 * Probabilities of tokens of one channel, withheld with their text: an entry spells its token out. Once a text was redacted
 * its entries fit no longer, and the channel has none from there on.
 */
export class TokenProbabilities {
  #withheld: { readonly end: number; readonly entry: JsonObject }[] = []
  /** Characters that entries account for, that came, and that left. */
  #spelled = 0
  #came = ''
  #left = 0
  #isLost = false

  /** Takes a piece of text with the entries that came with it. */
  push(text: string, entries: readonly JsonObject[]): void {
    if (this.#isLost) return
    this.#came += text
    for (const entry of entries) {
      this.#spelled += (stringOf(entry['token']) ?? '').length
      this.#withheld.push({ end: this.#spelled, entry })
    }
  }

  /** The entries of a text that leaves; undefined where there are none, or none any more. */
  take(text: string): readonly JsonObject[] | undefined {
    if (this.#isLost) return undefined
    if (!this.#came.startsWith(text)) {
      this.#isLost = true
      this.#withheld = []
      this.#came = ''
      return undefined
    }
    this.#came = this.#came.slice(text.length)
    this.#left += text.length
    const until = this.#withheld.findIndex(({ end }) => end > this.#left)
    const leaving = this.#withheld.splice(0, until === -1 ? this.#withheld.length : until)
    return leaving.length === 0 ? undefined : leaving.map(({ entry }) => entry)
  }
}

/** The entries that a frame holds for a field of its delta. */
export function entriesOf(logprobs: unknown, field: string): readonly JsonObject[] {
  return isObject(logprobs) ? objectsOf(logprobs[field]) : []
}
