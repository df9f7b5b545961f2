import type { JsonRpcId, JsonRpcMessage, JsonRpcNotification, JsonRpcResponse } from '../messages.ts'

/** Maximum number of unanswered server requests. */
const WAITING_MAX = 1_024

/** Maps request ids of several servers, which may collide, to unique ids and back. */
export class RequestIds {
  readonly #waiting = new Map<JsonRpcId, { readonly member: string; readonly id: JsonRpcId }>()
  #next = 1

  /** Returns the message with the client-side id. */
  outward(member: string, message: JsonRpcMessage): JsonRpcMessage {
    if (!('method' in message)) return message
    if ('id' in message) {
      const id = this.#next
      this.#next += 1
      this.#waiting.set(id, { member, id: message.id })
      const [oldest] = this.#waiting.keys()
      if (this.#waiting.size > WAITING_MAX && oldest !== undefined) this.#waiting.delete(oldest)
      return { ...message, id }
    }
    if (message.method === 'notifications/message') return labelled(member, message)
    if (message.method !== 'notifications/cancelled') return message
    for (const [id, request] of this.#waiting) {
      if (request.member !== member || request.id !== message.params?.['requestId']) continue
      this.#waiting.delete(id)
      return { ...message, params: { ...message.params, requestId: id } }
    }
    // An unknown id is not a request of this server, and may belong to another server.
    const { requestId: _, ...params } = message.params ?? {}
    return { ...message, params }
  }

  /** Returns the server that a response belongs to, and the response with the server's id. */
  answered(response: JsonRpcResponse): { readonly member: string; readonly response: JsonRpcResponse } | undefined {
    if (response.id === null) return undefined
    const request = this.#waiting.get(response.id)
    this.#waiting.delete(response.id)
    return request === undefined ? undefined : { member: request.member, response: { ...response, id: request.id } }
  }
}

/** Adds the server name to a log message. */
function labelled(member: string, message: JsonRpcNotification): JsonRpcNotification {
  const logger = message.params?.['logger']
  const label = typeof logger === 'string' ? `${member}/${logger}` : member
  return { ...message, params: { ...message.params, logger: label } }
}
