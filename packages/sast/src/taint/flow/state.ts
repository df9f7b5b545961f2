import type { Cell, Register } from '../ir.ts'
import type { Heap } from './heap.ts'
import type { Value } from './values.ts'

/** State between two instructions that blocks pass to each other. */
export interface State {
  readonly slots: (Value | undefined)[]
  readonly heap: Heap
}

/** A variable or member that a node names. */
export type Spot =
  | { readonly type: 'register'; readonly register: Register }
  | { readonly type: 'member'; readonly object: Value; readonly key: number }
  | { readonly type: 'cell'; readonly cell: Cell }

/** Limits of an analysis run. */
export interface Limits {
  /** Whether one state covers the whole function: facts are valid at any time, and nothing is ever replaced. */
  readonly isFlat: boolean
  readonly stepsMax: number
  readonly flowsMax: number
}
