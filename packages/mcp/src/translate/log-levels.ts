import type { CallOptions, UpstreamConnection } from '../connection.ts'
import type { JsonRpcMessage, JsonRpcRequest } from '../messages.ts'
import { fieldsOf, metaOf } from '../server/rpc.ts'
import { META } from '../stateless/meta.ts'

/** From the most to the least verbose. RFC 5424, as in MCP "Logging". */
const LEVELS: readonly unknown[] = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency']

/**
 * Each stateless request sets its log level, but a server with sessions has one level. It is set to the most verbose requested level, and
 * messages are filtered per request.
 */
export class LogLevels {
  readonly #upstream: UpstreamConnection
  #rank = LEVELS.length

  constructor(upstream: UpstreamConnection) {
    this.#upstream = upstream
  }

  async filtering(request: JsonRpcRequest, options: CallOptions): Promise<CallOptions> {
    const rank = LEVELS.indexOf(metaOf(request)[META.logLevel])
    if (rank >= 0 && rank < this.#rank && fieldsOf(this.#upstream.about['capabilities'])['logging'] !== undefined) {
      this.#rank = rank
      const setLevel: JsonRpcRequest = {
        jsonrpc: '2.0',
        id: 'level',
        method: 'logging/setLevel',
        params: { level: LEVELS[rank] },
      }
      await this.#upstream.request(setLevel, { signal: options.signal, onMessage: () => undefined })
    }
    const onMessage = (message: JsonRpcMessage) => {
      if ('method' in message && message.method === 'notifications/message') {
        if (rank < 0 || LEVELS.indexOf(message.params?.['level']) < rank) return
      }
      options.onMessage(message)
    }
    return { ...options, onMessage }
  }
}
