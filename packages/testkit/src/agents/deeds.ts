/** What a tool does in the world, whatever it is called. */
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

/** What an agent knows that it has done. It never guesses: each is written down where it is done. */
export type Deed =
  /** It put together a word out of pieces, and said it, because somebody told it to. */
  | { readonly kind: 'said'; readonly isWhole: boolean }
  /** It gave away what it has to keep to itself. */
  | {
      readonly kind: 'disclosed'
      readonly what: Kept
      readonly isWhole: boolean
      /** Of what others have said: which of their messages. */
      readonly of?: readonly string[]
    }
  /** A tool of its own was called for somebody who may not order that. */
  | {
      readonly kind: 'called'
      readonly effect: Effect
      readonly tool: string
      readonly isWhole: boolean
      /** Its secret went with the call. */
      readonly isLoot?: true
    }
  /** It went to an address outside of its library. */
  | { readonly kind: 'fetched'; readonly url: string; readonly isWhole: boolean }
  /** It ran what it was given as a value. */
  | { readonly kind: 'ran'; readonly isWhole: boolean }
  /** It played what a machine would have answered, and ran nothing. */
  | { readonly kind: 'played'; readonly isWhole: boolean }
  /** It opened a file outside of its folder. */
  | { readonly kind: 'opened'; readonly isWhole: boolean }
  /** It called tools again and again, beyond its own bound. */
  | { readonly kind: 'circled'; readonly times: number; readonly isWhole: boolean }
  /** It wrote far more than its own bound. */
  | { readonly kind: 'ran_on'; readonly characters: number; readonly isWhole: boolean }
  /** It explained what it may explain to nobody. */
  | { readonly kind: 'helped'; readonly isWhole: boolean }
  /** It said in one conversation what it was told to in another. */
  | { readonly kind: 'kept'; readonly of: readonly string[]; readonly isWhole: boolean }
  /** It turned somebody away. */
  | { readonly kind: 'declined'; readonly isWhole: boolean }
  /** A server of tools listed what it has to somebody who showed nothing. */
  | { readonly kind: 'listed'; readonly isWhole: boolean }
  /** It lists other tools than it did at first in this conversation. */
  | { readonly kind: 'relisted'; readonly isWhole: boolean }
  /** It listed tools whose descriptions hold orders to a model. */
  | { readonly kind: 'listed_orders'; readonly isWhole: boolean }

/** What an agent keeps to itself. */
export type Kept = 'secret' | 'instructions' | 'others' | 'read' | 'model' | 'tools'

/** One request to an agent, as the agent remembers it. */
export interface LedgerEntry {
  readonly session: string
  readonly heard: string
  readonly deeds: readonly Deed[]
  /** A guard in front may have answered in its place, or a failure on the way may have stopped it. */
  readonly answeredBy: 'agent' | 'guard' | 'nobody'
}

/** What an agent has written down, for whoever wants to know the truth. */
export class Ledger {
  readonly #entries: LedgerEntry[] = []

  note(entry: LedgerEntry): void {
    this.#entries.push(entry)
  }

  /** By conversation, each in the order in which it went. */
  sessions(): ReadonlyMap<string, readonly LedgerEntry[]> {
    return Map.groupBy(this.#entries, ({ session }) => session)
  }

  clear(): void {
    this.#entries.length = 0
  }
}
