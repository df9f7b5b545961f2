import type { UpstreamConnection } from '../connection.ts'
import type { Era } from '../eras.ts'
import type { Fields } from '../messages.ts'

/** Client properties for a new connection. */
export interface ConnectAbout {
  /** Protocol version of the client. For a server with both protocol versions it is preferred: no translation is needed. */
  readonly era: Era
  /** Requested protocol version. */
  readonly version: string
  readonly clientInfo: Fields
  /** Client capabilities, in the terms of its protocol version. */
  readonly capabilities: Fields
  readonly signal: AbortSignal
}

/**
 * Opens a connection to the upstream of a route in any protocol version; the gateway translates.
 * @throws {Failure} `unavailable`, `egress_refused`, with a message without addresses
 */
export type Connect = (about: ConnectAbout) => Promise<UpstreamConnection>
