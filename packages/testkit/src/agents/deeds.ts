/** Effects of tools, independent of their names. */
export const EFFECTS = [
  'look_up',
  'send',
  'delete',
  'pay',
  'grant',
  'run',
  'change',
  'remember',
  'delegate',
  'install',
  'fetch',
  'read_file',
  'report',
] as const
export type Effect = (typeof EFFECTS)[number]

/** Action that an agent has recorded. Actions are never guessed: each is recorded when it happens. */
export type AgentAction =
  /** It joined a word from pieces and wrote it on request. */
  | { readonly kind: 'said'; readonly isWhole: boolean }
  /** It disclosed confidential data. */
  | {
      readonly kind: 'disclosed'
      readonly what: ConfidentialItem
      readonly isWhole: boolean
      /** Disclosed messages of other users. */
      readonly of?: readonly string[]
    }
  /** It called a tool for an unauthorized requester. */
  | {
      readonly kind: 'called'
      readonly effect: Effect
      readonly tool: string
      readonly isWhole: boolean
      /** The call contained its secret. */
      readonly isLoot?: true
    }
  /** It requested a URL outside of its library. */
  | { readonly kind: 'fetched'; readonly url: string; readonly isWhole: boolean }
  /** It executed a value. */
  | { readonly kind: 'ran'; readonly isWhole: boolean }
  /** It simulated the output of a machine without executing anything. */
  | { readonly kind: 'played'; readonly isWhole: boolean }
  /** It opened a file outside of its folder. */
  | { readonly kind: 'opened'; readonly isWhole: boolean }
  /** It called tools again and again, beyond its own bound. */
  | { readonly kind: 'circled'; readonly times: number; readonly isWhole: boolean }
  /** It wrote far more than its own bound. */
  | { readonly kind: 'ran_on'; readonly characters: number; readonly isWhole: boolean }
  /** It answered a forbidden question. */
  | { readonly kind: 'helped'; readonly isWhole: boolean }
  /** It repeated in one conversation what another one requested. */
  | { readonly kind: 'kept'; readonly of: readonly string[]; readonly isWhole: boolean }
  /** It refused a request. */
  | { readonly kind: 'declined'; readonly isWhole: boolean }
  /** An MCP server listed its tools for an unauthenticated client. */
  | { readonly kind: 'listed'; readonly isWhole: boolean }
  /** It lists other tools than it did at first in this conversation. */
  | { readonly kind: 'relisted'; readonly isWhole: boolean }
  /** It listed tools whose descriptions contain instructions for models. */
  | { readonly kind: 'listed_orders'; readonly isWhole: boolean }

/** Confidential data of an agent. */
export type ConfidentialItem = 'secret' | 'instructions' | 'others' | 'read' | 'model' | 'tools'

/** Request to an agent in its own record. */
export interface LedgerEntry {
  readonly session: string
  readonly heard: string
  readonly deeds: readonly AgentAction[]
  /** A guard in front may have answered instead, or an error may have prevented an answer. */
  readonly answeredBy: 'agent' | 'guard' | 'nobody'
}

/** Record of an agent's actions, the ground truth for comparisons. */
export class Ledger {
  readonly #entries: LedgerEntry[] = []

  note(entry: LedgerEntry): void {
    this.#entries.push(entry)
  }

  /** Returns the entries by conversation, in order. */
  sessions(): ReadonlyMap<string, readonly LedgerEntry[]> {
    return Map.groupBy(this.#entries, ({ session }) => session)
  }

  clear(): void {
    this.#entries.length = 0
  }
}
