import type { UpstreamConnection } from '../connection.ts'
import type { Era } from '../eras.ts'
import type { Fields } from '../messages.ts'

/** What the gateway knows of a client when it needs a connection for it. */
export interface ConnectAbout {
  /** The client's era. A server that speaks both is best spoken to in this one: then nothing is translated. */
  readonly era: Era
  /** The version that the client asked for. */
  readonly version: string
  readonly clientInfo: Fields
  /** What the client can do for a server, in the words of its era. */
  readonly capabilities: Fields
  readonly signal: AbortSignal
}

/**
 * Opens a connection to the upstream of a route, in whichever era it speaks; the gateway translates.
 * @throws {Failure} `unavailable`, `egress_refused`, with a sentence that names no address
 */
export type Connect = (about: ConnectAbout) => Promise<UpstreamConnection>
