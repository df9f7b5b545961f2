import type { JsonRpcMessage } from '../messages.ts'

/** Where messages go and come one after the other: the streams of a process, or the old pair of POST and events. */
export interface Channel {
  /**
   * Hands a message over.
   * @throws {Failure} `unavailable` when it cannot be
   */
  send(message: JsonRpcMessage): Promise<void>
  /** Ends the channel; `onEnd` is told. */
  close(): Promise<void>
}

/** Told of what comes in; set before anything can come. */
export interface ChannelEars {
  readonly onMessage: (message: JsonRpcMessage) => void
  /** Once, with a sentence that names the server. Nothing comes afterwards. */
  readonly onEnd: (why: string) => void
}

/** @throws {Failure} `unavailable` */
export type OpenChannel = (ears: ChannelEars) => Promise<Channel>
