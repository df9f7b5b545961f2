import type { JsonObject } from '../dialect.ts'
import { isObject } from '../json.ts'
import { type SpelledToken, spelledToken } from '../spelled-tokens.ts'

/** Entries may arrive before their text, with a part of a character each, or after it. Maximum number of bytes that wait. */
const APART_BYTES_MAX = 4_096

interface Withheld {
  readonly token: SpelledToken
  /** End of each rank's text up to this token. */
  readonly ends: readonly number[]
}

/**
 * Token probabilities of one channel, withheld with their text: an entry contains its token, and is released with exactly that text. After
 * a redaction or a mismatch, the channel has no further probabilities. Alternative tokens are separate texts, one per rank. They are
 * released with their entry if they are checked by then.
 */
export class TokenProbabilities {
  #withheld: Withheld[] = []
  /** Received text without release, and released text without entries. */
  #came = ''
  #open: Buffer = Buffer.alloc(0)
  /** Unreleased bytes of the entries. */
  #ahead = 0
  readonly #ranks: { text: string; came: number; left: number }[] = []
  #loss: 'redacted' | 'unverified' | undefined
  #hasOthers = true

  /** Reason why the channel has no further probabilities. */
  get loss(): 'redacted' | 'unverified' | undefined {
    return this.#loss
  }

  get #isLost(): boolean {
    return this.#loss !== undefined
  }

  /**
   * Adds a piece of text with its entries.
   * @returns the alternatives of each rank to screen
   */
  push(text: string, entries: readonly unknown[]): readonly string[] {
    if (this.#isLost) return []
    this.#came += text
    const texts: string[] = []
    for (const entry of entries) {
      const token = spelledToken(entry)
      if (token === undefined) {
        this.#lose()
        return []
      }
      this.#ahead += Math.max(1, token.bytes.length)
      this.#withheld.push({ token, ends: this.#endsOf(token, texts) })
    }
    if (this.#ahead > this.#came.length * 3 + this.#open.length + APART_BYTES_MAX) this.#lose()
    return this.#isLost ? [] : texts
  }

  /** Returns the entries of a released text; undefined if there are none. */
  take(text: string): readonly JsonObject[] | undefined {
    if (this.#isLost) return undefined
    if (!this.#came.startsWith(text)) return this.#lose('redacted')
    this.#came = this.#came.slice(text.length)
    this.#open = Buffer.concat([this.#open, Buffer.from(text)])
    const leaving: JsonObject[] = []
    let at = 0
    let count = 0
    for (const { token, ends } of this.#withheld) {
      const { bytes, entry } = token
      if (at + bytes.length > this.#open.length) break
      if (!bytes.equals(this.#open.subarray(at, at + bytes.length))) return this.#lose()
      at += bytes.length
      count += 1
      this.#ahead -= Math.max(1, bytes.length)
      leaving.push(ends.length === 0 || this.#haveLeft(ends) ? entry : { ...entry, top_logprobs: [] })
    }
    this.#withheld.splice(0, count)
    this.#open = this.#open.subarray(at)
    if (this.#open.length > APART_BYTES_MAX && this.#withheld.length === 0) this.#lose()
    return leaving.length === 0 ? undefined : leaving
  }

  /** Marks the alternatives of a rank as checked up to here. */
  takeOthers(rank: number, text: string): void {
    const own = this.#ranks[rank]
    if (own === undefined || !this.#hasOthers) return
    if (own.text.startsWith(text)) {
      own.text = own.text.slice(text.length)
      own.left += text.length
      return
    }
    this.#dropOthers()
  }

  #endsOf({ others }: SpelledToken, texts: string[]): readonly number[] {
    if (!this.#hasOthers) return others.map(() => Number.POSITIVE_INFINITY)
    return others.map((other, rank) => {
      const own = (this.#ranks[rank] ??= { text: '', came: 0, left: 0 })
      own.text += other
      own.came += other.length
      texts[rank] = (texts[rank] ?? '') + other
      return own.came
    })
  }

  #haveLeft(ends: readonly number[]): boolean {
    return this.#hasOthers && ends.every((end, rank) => end <= (this.#ranks[rank]?.left ?? 0))
  }

  #dropOthers(): void {
    this.#hasOthers = false
    for (const rank of this.#ranks) rank.text = ''
  }

  #lose(loss: 'redacted' | 'unverified' = 'unverified'): undefined {
    this.#loss = loss
    this.#withheld = []
    this.#came = ''
    this.#open = Buffer.alloc(0)
    this.#dropOthers()
    return undefined
  }
}

/** Returns the entries of a frame for a field of its delta. */
export function entriesOf(logprobs: unknown, field: string): readonly unknown[] {
  const entries = isObject(logprobs) ? logprobs[field] : undefined
  return Array.isArray(entries) ? entries : []
}
