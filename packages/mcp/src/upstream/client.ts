import { type Era, SESSION_VERSIONS } from '../eras.ts'
import type { Fields, JsonRpcRequest } from '../messages.ts'
import type { ConnectAbout } from '../server/connect.ts'
import { isFields } from '../server/rpc.ts'
import type { Trouble } from './trouble.ts'

/** Who the gateway says it is where it speaks for several clients. */
export const GATEWAY_INFO: Fields = { name: 'gatehouse', version: '0.1.0' }

/** For whom a connection is made: what is said in a handshake. */
export type ClientAbout = Pick<ConnectAbout, 'era' | 'version' | 'clientInfo' | 'capabilities'>

/** Several clients without a say of their own: a server can ask none of them for anything. */
export function sharedClient(era: Era): ClientAbout {
  return { era, version: SESSION_VERSIONS[0], clientInfo: GATEWAY_INFO, capabilities: {} }
}

/** The request that begins a session. */
export function initializeRequest(id: number, { version, clientInfo, capabilities }: ClientAbout): JsonRpcRequest {
  const protocolVersion = SESSION_VERSIONS.find((known) => known === version) ?? SESSION_VERSIONS[0]
  return { jsonrpc: '2.0', id, method: 'initialize', params: { protocolVersion, capabilities, clientInfo } }
}

/**
 * The version that a server agreed to.
 * @throws {Failure} `unavailable` for one that the gateway does not know
 */
export function agreedVersion(result: Fields, trouble: Trouble): string {
  const version = SESSION_VERSIONS.find((known) => known === result['protocolVersion'])
  if (version === undefined) throw trouble.failure('speaks a version of MCP that the gateway does not know')
  return version
}

/** Whether `server/discover` offers a version that the gateway speaks. */
export function speaks(result: Fields, version: string): boolean {
  const { supportedVersions, capabilities } = result
  return Array.isArray(supportedVersions) && supportedVersions.includes(version) && isFields(capabilities)
}
