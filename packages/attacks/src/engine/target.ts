import type { Carrier, Message } from './attack.ts'
import type { Need } from './category.ts'
import type { Reply } from './exchange.ts'

/** Conversation with the target. Never shared by two attacks: the messages of one attack must not help another. */
export interface TargetSession {
  /**
   * Sends a message and waits for the answer. Errors are replies with a problem; network errors, 429 and 503 are retried internally.
   * @param carrier kind of file that carries the message
   * @throws the reason of the signal when it fires
   */
  readonly say: (message: string, history: readonly Message[], signal: AbortSignal, carrier?: Carrier) => Promise<Reply>
  readonly close: () => Promise<void>
  /** Removes the last message and its answer from the history that the client sends; no effect where the target stores it. */
  readonly retract?: () => void
  /** Returns secrets that the target or its token server issued, such as tokens and cookies: they are redacted from displayed requests. */
  readonly given?: () => readonly string[]
}

/** Attacked agent. Created by the caller, who owns the connections: engines open none. */
export interface Target {
  /** As reports show it. */
  readonly url: string
  /** Capabilities; attacks that need more are not sent. */
  readonly can: ReadonlySet<Need>
  readonly open: () => Promise<TargetSession>
}
