import type { Cell, Register } from '../ir.ts'
import type { Heap } from './heap.ts'
import type { Value } from './values.ts'

/** What is known between two instructions, of all that blocks give on to each other. */
export interface State {
  readonly slots: (Value | undefined)[]
  readonly heap: Heap
}

/** A variable or member that a node names. */
export type Spot =
  | { readonly type: 'register'; readonly register: Register }
  | { readonly type: 'member'; readonly object: Value; readonly key: number }
  | { readonly type: 'cell'; readonly cell: Cell }

/** What a run may take. */
export interface Limits {
  /** Whether one state stands for all of the function: what is known is so at any time, and nothing is ever replaced. */
  readonly isFlat: boolean
  readonly stepsMax: number
  readonly flowsMax: number
}
