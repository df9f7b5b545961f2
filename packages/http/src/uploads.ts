import type { IncomingMessage } from 'node:http'
import { Failure } from '@gatehouse/kernel'
import { UPLOADS_AT_ONCE_MAX } from './limits.ts'

/** Ours: an upload of the largest size takes less over a good line. */
const RETRY_S = 10

/** Uploads that are on their way to disk, by whose they are: nobody has judged them yet, and each may be large. */
export class UploadCount {
  readonly #arriving = new Map<string, number>()

  /**
   * Counts an upload until all of it has come, or its sender is gone.
   * @throws {Failure} `rate_limited` where its owner has as many on their way as one may have
   */
  take(owner: string, request: IncomingMessage): void {
    // Who is gone already sends nothing, and does not go a second time.
    if (request.destroyed || request.closed) return
    const count = this.#arriving.get(owner) ?? 0
    if (count >= UPLOADS_AT_ONCE_MAX) {
      const sentence = `Limit of ${count} concurrent uploads reached. Wait until an upload has finished.`
      throw new Failure('rate_limited', sentence, { retryAfter_s: RETRY_S })
    }
    this.#arriving.set(owner, count + 1)
    request.once('close', () => {
      const left = (this.#arriving.get(owner) ?? 1) - 1
      if (left > 0) this.#arriving.set(owner, left)
      else this.#arriving.delete(owner)
    })
  }
}
