import type { Flow, Path } from '../facts.ts'
import type { FoundModel } from '../models/model.ts'
import type { Fact } from './facts-found.ts'
import type { Fn, OriginNode } from './program.ts'

/** For all rules that there may be. */
export const ALL_RULES = -1

/** Decisions of one walk about flows. Rules that are followed together have one bit each of a number. */
export interface Guide {
  /** The rules for which a flow is there at all. */
  allowed(flow: Flow, fn: Fn): number
  /** Returns the labels of a value after a flow: more where the flow adds labels. */
  tagsAfter(fact: Fact, flow: Flow): readonly number[]
  /** The rules of which anything that is wanted can be reached from a value. */
  wanting(node: OriginNode): number
  /** Returns the maximum number of such labels per value; beyond it they have no meaning. */
  saysAtMost(tag: number): number
  /** Records that a value reaches a sink. */
  sink(fact: Fact, flow: Flow, mark: number, tag: number, rules: number): void
  /** Records that a value is passed to a call, before the call is followed. */
  given(fact: Fact, flow: Flow, call: number, index: number, path: number, tag: number): void
  /** Whether a call argument keeps its label in the variable or member after the call. */
  keeps(fact: Fact, flow: Flow, path: number, tag: number): boolean
  /** Returns the model of a library call; undefined for none that matters here. */
  model(call: number, tag: number): FoundModel | undefined
  /** Whether labels are distinguished by the entry of the function. */
  tellsWays(tag: number): boolean
  /** Whether a write into a part of an object matters, by its depth. */
  goesInto(path: Path, tag: number): boolean
  /** Whether a write to a parameter is followed to the callers. */
  leavesBy(port: number, fn: Fn): boolean
  /** Whether other methods see a write to their object. */
  shares(fact: Fact, tag: number): boolean
}
