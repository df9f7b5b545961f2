import type { McpHttpAnswer } from './http.ts'
import { refusal } from './http.ts'
import type { GatewayLimits } from './limits.ts'
import { RPC } from './rpc.ts'

type UnreadLimits = Pick<GatewayLimits, 'answerCharsUnreadPerOwner' | 'answerCharsUnreadInAll'>

/** Minimum counted size. The number of connections is limited, and each has one such piece. */
const COUNTED_CHARS_MIN = 65_536

/**
 * Counts unread responses per owner and in total: a client that requests much and reads nothing must not exhaust the memory. Senders of a
 * body request its next piece only after the client has read the previous one.
 */
export class Unread {
  readonly #limits: UnreadLimits
  readonly #owners = new Map<string, number>()
  #all = 0

  constructor(limits: UnreadLimits) {
    this.#limits = limits
  }

  /** Returns the number of unread characters, of one owner or in total. */
  held(owner?: string): number {
    return owner === undefined ? this.#all : (this.#owners.get(owner) ?? 0)
  }

  fits(owner: string, chars: number): boolean {
    const { answerCharsUnreadPerOwner: ofOwner, answerCharsUnreadInAll: inAll } = this.#limits
    if (chars < COUNTED_CHARS_MIN) return true
    return this.held(owner) + chars <= ofOwner && this.#all + chars <= inAll
  }

  /** Counts these characters until the returned function is called. */
  hold(owner: string, chars: number): () => void {
    if (chars < COUNTED_CHARS_MIN) return () => undefined
    this.#add(owner, chars)
    let isHeld = true
    return () => {
      if (isHeld) this.#add(owner, -chars)
      isHeld = false
    }
  }

  /**
   * Returns the answer to send. An answer over the limit is rejected; a stream ends before an event over the limit, and may be resumed
   * where its protocol version supports that.
   */
  counted(answer: McpHttpAnswer, owner: string): McpHttpAnswer {
    const { body } = answer
    if (typeof body !== 'string') return { ...answer, body: this.#stream(body, owner) }
    if (body.length < COUNTED_CHARS_MIN) return answer
    if (!this.fits(owner, body.length)) return refusal(503, TOO_MUCH, RPC.internal)
    return { ...answer, body: this.#pieces(body, owner) }
  }

  async *#stream(texts: AsyncIterable<string>, owner: string): AsyncGenerator<string> {
    for await (const text of texts) {
      if (text.length < COUNTED_CHARS_MIN) yield text
      else if (this.fits(owner, text.length)) yield* this.#pieces(text, owner)
      else return
    }
  }

  async *#pieces(text: string, owner: string): AsyncGenerator<string> {
    const free = this.hold(owner, text.length)
    try {
      for (let at = 0; at < text.length;) {
        const end = chunkEnd(text, at)
        yield text.slice(at, end)
        at = end
      }
    } finally {
      free()
    }
  }

  #add(owner: string, chars: number): void {
    this.#all += chars
    const own = this.held(owner) + chars
    if (own > 0) this.#owners.set(owner, own)
    else this.#owners.delete(owner)
  }
}

export const TOO_MUCH = 'Too many responses are waiting to be read.'

/** Pieces must not split a surrogate pair. */
function chunkEnd(text: string, at: number): number {
  const end = Math.min(at + COUNTED_CHARS_MIN, text.length)
  const last = text.charCodeAt(end - 1)
  return end < text.length && last >= 0xd800 && last < 0xdc00 ? end + 1 : end
}
