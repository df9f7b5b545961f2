import type { Message } from './attack.ts'
import type { Need } from './category.ts'
import type { Reply } from './exchange.ts'

/** One conversation with the target. Never used by two attacks: what one has said must not help another. */
export interface TargetSession {
  /**
   * Says something and waits for the answer. What goes wrong is a reply with a problem; retries of network errors, 429 and 503
   * are made within.
   * @throws the reason of the signal when it fires
   */
  readonly say: (message: string, history: readonly Message[], signal: AbortSignal) => Promise<Reply>
  readonly close: () => Promise<void>
  /** What the target or its token server gave out on the way, such as tokens and cookies: whoever shows what was sent leaves it out. */
  readonly given?: () => readonly string[]
}

/** The agent that is attacked. Made by the caller, who owns the way out: engines open no connection. */
export interface Target {
  /** As reports show it. */
  readonly url: string
  /** What it can do; attacks that need more are not sent. */
  readonly can: ReadonlySet<Need>
  readonly open: () => Promise<TargetSession>
}
