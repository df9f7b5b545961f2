/** Test for one character. */
export type CharTest = (char: string) => boolean

/** A regex as a tree. */
export type Node =
  /** @property only the single character that passes the test, where it is known */
  | { readonly type: 'char'; readonly test: CharTest; readonly only?: string }
  | { readonly type: 'all'; readonly parts: readonly Node[] }
  | { readonly type: 'any'; readonly parts: readonly Node[] }
  | { readonly type: 'group'; readonly index: number; readonly inner: Node }
  | {
      readonly type: 'repeat'
      readonly inner: Node
      readonly min: number
      readonly max: number
      readonly kind: 'greedy' | 'lazy' | 'possessive'
    }
  | { readonly type: 'look'; readonly inner: Node; readonly isBehind: boolean; readonly isNot: boolean }
  | { readonly type: 'atomic'; readonly inner: Node }
  | { readonly type: 'back'; readonly index: number; readonly ignoreCase: boolean }
  | { readonly type: 'edge'; readonly edge: Edge }

export type Edge = 'text-start' | 'text-end' | 'line-start' | 'line-end' | 'word' | 'not-word'

export interface Flags {
  readonly ignoreCase: boolean
  readonly multiLine: boolean
  readonly dotAll: boolean
}
