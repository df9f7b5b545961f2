import type {
  CallOptions,
  JsonRpcMessage,
  JsonRpcRequest,
  JsonRpcResponse,
  OnServerMessage,
  UpstreamConnection,
} from '@gatehouse/mcp'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import type { ConnectTargets } from '../../../src/gateway/mcp/gateway.ts'

/** Connects to one server through the transport of the official client; carries messages as they are. */
export const sdkConnect: ConnectTargets = async ([target], _limits, { clientInfo, capabilities, version }) => {
  const transport = new StreamableHTTPClientTransport(new URL(target!.url!), {
    requestInit: { headers: { ...target!.headers } },
  })
  const waiting = new Map<
    number,
    { readonly done: (response: JsonRpcResponse) => void; readonly options: CallOptions }
  >()
  const listeners = new Set<OnServerMessage>()
  let lost: (why: string) => void = () => {}
  const closed = new Promise<string>((resolve) => (lost = resolve))
  let last = 0
  const received = (message: JsonRpcMessage): void => {
    if (!('method' in message) && typeof message.id === 'number') {
      waiting.get(message.id)?.done(message)
      waiting.delete(message.id)
      return
    }
    const [newest] = [...waiting.values()].toReversed()
    if (newest === undefined) for (const listener of listeners) listener(message)
    else newest.options.onMessage(message)
  }
  Object.assign(transport, { onclose: () => lost('closed'), onmessage: received })
  await transport.start()
  const send = (message: object): Promise<void> => transport.send(message as JSONRPCMessage)
  const request = async (sent: JsonRpcRequest, options: CallOptions): Promise<JsonRpcResponse> => {
    last += 1
    const id = last
    const answered = new Promise<JsonRpcResponse>((done) => waiting.set(id, { done, options }))
    await send({ ...sent, id })
    return { ...(await answered), id: sent.id }
  }
  const began = await request(
    { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: version, clientInfo, capabilities } },
    { signal: new AbortController().signal, onMessage: () => {} },
  )
  if ('error' in began) throw new Error(began.error.message)
  const about = began.result
  transport.setProtocolVersion(String(about['protocolVersion']))
  await send({ jsonrpc: '2.0', method: 'notifications/initialized' })
  const connection: UpstreamConnection = {
    era: 'sessions',
    version: String(about['protocolVersion']),
    about,
    request,
    notify: (message) => send(message),
    listen(onMessage) {
      listeners.add(onMessage)
      return () => void listeners.delete(onMessage)
    },
    closed,
    close: () => transport.close(),
  }
  return connection
}
