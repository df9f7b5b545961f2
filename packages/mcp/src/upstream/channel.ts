import type { JsonRpcMessage } from '../messages.ts'

/** Bidirectional message channel: the streams of a process, or the legacy pair of POST and events. */
export interface Channel {
  /**
   * Sends a message.
   * @throws {Failure} `unavailable` when sending fails
   */
  send(message: JsonRpcMessage): Promise<void>
  /** Ends the channel and calls `onEnd`. */
  close(): Promise<void>
}

/** Handlers of incoming messages; set before the first message. */
export interface ChannelEars {
  readonly onMessage: (message: JsonRpcMessage) => void
  /** Called once, with a sentence that names the server. No message follows. */
  readonly onEnd: (reason: string) => void
}

/** @throws {Failure} `unavailable` */
export type OpenChannel = (ears: ChannelEars) => Promise<Channel>
