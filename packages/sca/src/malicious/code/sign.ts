/** What signs are about, each counted once in a source, by its strongest. */
export type SignKind =
  | 'runs-decoded'
  | 'runs-remote'
  | 'runs-download'
  | 'sends-environment'
  | 'sends-credentials'
  | 'sends-host'
  | 'sends-by-names'
  | 'known-collector'
  | 'bare-address'
  | 'opens-shell'
  | 'pipes-to-shell'
  | 'fetches-and-starts'
  | 'stays'
  | 'swaps-wallets'
  | 'mangled'
  | 'hidden-names'
  | 'hidden-text'
  | 'out-of-sight'

/** Something that speaks for malice, more or less. */
export interface Sign {
  readonly kind: SignKind
  /** 1: often innocent; 3: worth a look alone; 5: hardly innocent; 8: never seen innocent. */
  readonly weight: number
  readonly start: number
  /** What it is, as the end of a sentence that begins "it". */
  readonly says: string
}
