import type { OnServerMessage } from '../connection.ts'
import type { JsonRpcMessage } from '../messages.ts'

/** Listeners for server messages outside of requests. */
export class Listeners {
  readonly #all = new Set<OnServerMessage>()

  get size(): number {
    return this.#all.size
  }

  add(onMessage: OnServerMessage): () => void {
    // The same function may be registered twice, and removed separately.
    const own: OnServerMessage = (message) => onMessage(message)
    this.#all.add(own)
    return () => void this.#all.delete(own)
  }

  tell(message: JsonRpcMessage): void {
    for (const listener of this.#all) listener(message)
  }
}
