import { type Era, SESSION_VERSIONS } from '../eras.ts'
import type { Fields, JsonRpcRequest } from '../messages.ts'
import type { ConnectAbout } from '../server/connect.ts'
import { isFields } from '../server/rpc.ts'
import type { UpstreamEvents } from './trouble.ts'

/** Client info of the gateway when it represents several clients. */
export const GATEWAY_INFO: Fields = { name: 'gatehouse', version: '0.1.0' }

/** Client data for the handshake. */
export type ClientAbout = Pick<ConnectAbout, 'era' | 'version' | 'clientInfo' | 'capabilities'>

/** Returns the client data for several clients without capabilities: the server cannot send requests to them. */
export function sharedClient(era: Era): ClientAbout {
  return { era, version: SESSION_VERSIONS[0], clientInfo: GATEWAY_INFO, capabilities: {} }
}

/** Returns the request that starts a session. */
export function initializeRequest(id: number, { version, clientInfo, capabilities }: ClientAbout): JsonRpcRequest {
  const protocolVersion = SESSION_VERSIONS.find((known) => known === version) ?? SESSION_VERSIONS[0]
  return { jsonrpc: '2.0', id, method: 'initialize', params: { protocolVersion, capabilities, clientInfo } }
}

/**
 * Returns the negotiated version.
 * @throws {Failure} `unavailable` for an unsupported version
 */
export function agreedVersion(result: Fields, upstreamEvents: UpstreamEvents): string {
  const version = SESSION_VERSIONS.find((known) => known === result['protocolVersion'])
  if (version === undefined) throw upstreamEvents.failure('uses an MCP version that the gateway does not support')
  return version
}

/** Returns whether `server/discover` offers a supported version. */
export function offersVersion(result: Fields, version: string): boolean {
  const { supportedVersions, capabilities } = result
  return Array.isArray(supportedVersions) && supportedVersions.includes(version) && isFields(capabilities)
}
