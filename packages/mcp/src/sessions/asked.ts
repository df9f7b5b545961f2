import type { JsonRpcId, JsonRpcRequest, JsonRpcResponse } from '../messages.ts'

interface PendingRequest {
  /** As received from the server, with its id. */
  readonly original: JsonRpcRequest
  /** As sent to the client, with the gateway's id. */
  readonly sent: JsonRpcRequest
  readonly timer: NodeJS.Timeout
}

/** Unanswered requests of the server to the client. Servers and clients never see each other's ids. */
export class PendingRequests {
  readonly #open = new Map<number, PendingRequest>()
  #nextId = 1

  get size(): number {
    return this.#open.size
  }

  /** Assigns a gateway id to the request. Calls `late` after the timeout. */
  add(original: JsonRpcRequest, screened: JsonRpcRequest, wait_ms: number, late: (id: number) => void): JsonRpcRequest {
    const id = this.#nextId
    this.#nextId += 1
    const sent = { ...screened, id }
    const timer = setTimeout(() => {
      this.#open.delete(id)
      late(id)
    }, wait_ms)
    this.#open.set(id, { original, sent, timer })
    return sent
  }

  /** Removes and returns the request of a response; undefined for an unknown id. */
  take({ id }: JsonRpcResponse): Omit<PendingRequest, 'timer'> | undefined {
    return typeof id === 'number' ? this.#remove(id) : undefined
  }

  /** Cancels a server request. Returns its gateway id. */
  cancel(originalId: unknown): JsonRpcId | undefined {
    for (const [id, { original }] of this.#open) {
      if (original.id !== originalId) continue
      this.#remove(id)
      return id
    }
    return undefined
  }

  clear(): void {
    for (const id of this.#open.keys()) this.#remove(id)
  }

  #remove(id: number): PendingRequest | undefined {
    const pendingRequest = this.#open.get(id)
    if (pendingRequest === undefined) return undefined
    clearTimeout(pendingRequest.timer)
    this.#open.delete(id)
    return pendingRequest
  }
}
