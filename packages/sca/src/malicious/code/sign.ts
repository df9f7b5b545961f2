/** Kinds of indicators; each counts once per source, by its strongest instance. */
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

/** Indication of malicious intent, with a weight. */
export interface Sign {
  readonly kind: SignKind
  /** 1: often benign; 3: reportable alone; 5: rarely benign; 8: never benign. */
  readonly weight: number
  readonly start: number
  /** Description, as the end of a sentence that begins "it". */
  readonly says: string
}
