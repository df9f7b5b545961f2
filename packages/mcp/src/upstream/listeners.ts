import type { OnServerMessage } from '../connection.ts'
import type { JsonRpcMessage } from '../messages.ts'

/** Who hears what a server says outside requests. */
export class Listeners {
  readonly #all = new Set<OnServerMessage>()

  get size(): number {
    return this.#all.size
  }

  add(onMessage: OnServerMessage): () => void {
    // One function may listen twice, and each time stops by itself.
    const own: OnServerMessage = (message) => onMessage(message)
    this.#all.add(own)
    return () => void this.#all.delete(own)
  }

  tell(message: JsonRpcMessage): void {
    for (const listener of this.#all) listener(message)
  }
}
