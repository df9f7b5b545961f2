import type { IncomingMessage } from 'node:http'
import { Failure } from '@gatehouse/kernel'
import { UPLOADS_AT_ONCE_MAX } from './limits.ts'

/** Own value: a fast upload of maximum size takes less time. */
const RETRY_S = 10

/** Counts concurrent uploads to disk by owner. They are unvalidated, and each may be large. */
export class UploadCount {
  readonly #arriving = new Map<string, number>()

  /**
   * Counts an upload until it is complete or its sender disconnects.
   * @throws {Failure} `rate_limited` if the owner has the maximum number of concurrent uploads
   */
  take(owner: string, request: IncomingMessage): void {
    // A disconnected sender emits no further close event.
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
