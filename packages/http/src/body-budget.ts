import { Failure } from '@gatehouse/kernel'
import { type Caller, ownerOf } from './caller.ts'

/** Own limit: smaller bodies are not counted; ten thousand connections have at most 640 MB of them. */
export const LARGE_BODY_BYTES_MIN = 64 * 1024
/** Own limit for large bodies that one process reads or handles concurrently. Parsing them needs a multiple of this memory. */
export const LARGE_BODIES_BYTES_MAX = 256 * 1024 * 1024
/** Step size for counting an arriving body. */
const STEP_BYTES = 256 * 1024
const RETRY_S = 2

/** Part of the budget that one request uses. */
export interface BodyReservation {
  readonly owner: string
  bytes: number
}

/** Memory budget for all large bodies; one tenant or organization gets at most half of it. */
export class BodyBudget {
  readonly #bytesMax: number
  readonly #byOwner = new Map<string, number>()
  #bytes = 0

  constructor(bytesMax: number = LARGE_BODIES_BYTES_MAX) {
    this.#bytesMax = bytesMax
  }

  /** Used bytes. */
  get bytes(): number {
    return this.#bytes
  }

  /**
   * Reserves memory for a caller's body that has grown to this size.
   * @param bodyReservation current reservation of the request
   * @returns the new reservation; undefined for a small body
   */
  hold(bodyReservation: BodyReservation | undefined, caller: Caller, size_bytes: number): BodyReservation | undefined {
    if (size_bytes <= LARGE_BODY_BYTES_MIN) return bodyReservation
    const { tenant_id, organization_id } = ownerOf(caller)
    const hold = bodyReservation ?? { owner: tenant_id ?? organization_id ?? '', bytes: 0 }
    this.grow(hold, size_bytes)
    return hold
  }

  /** @throws {Failure} `overloaded` if the body would exceed the budget, or its owner's half */
  grow(hold: BodyReservation, size_bytes: number): void {
    if (size_bytes <= LARGE_BODY_BYTES_MIN) return
    const more = Math.ceil(size_bytes / STEP_BYTES) * STEP_BYTES - hold.bytes
    if (more <= 0) return
    const own = this.#byOwner.get(hold.owner) ?? 0
    // A body larger than the limit is accepted if it is the only one.
    const isOwnFull = own > hold.bytes && own + more > this.#bytesMax / 2
    const isFull = this.#bytes > hold.bytes && this.#bytes + more > this.#bytesMax
    if (isOwnFull || isFull) {
      throw new Failure('overloaded', `Too many large request bodies are in progress. Retry in ${RETRY_S} s.`, {
        retryAfter_s: RETRY_S,
      })
    }
    hold.bytes += more
    this.#bytes += more
    this.#byOwner.set(hold.owner, own + more)
  }

  release(hold: BodyReservation): void {
    if (hold.bytes === 0) return
    const left = (this.#byOwner.get(hold.owner) ?? 0) - hold.bytes
    if (left > 0) this.#byOwner.set(hold.owner, left)
    else this.#byOwner.delete(hold.owner)
    this.#bytes -= hold.bytes
    hold.bytes = 0
  }
}
