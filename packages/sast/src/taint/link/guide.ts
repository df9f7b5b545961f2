import type { Flow, Path } from '../facts.ts'
import type { FoundModel } from '../models/model.ts'
import type { Fact } from './facts-found.ts'
import type { Fn, OriginNode } from './program.ts'

/** For all rules that there may be. */
export const ALL_RULES = -1

/** What one walk wants of the flows that it meets. Rules that are followed together are a bit each of a number. */
export interface Guide {
  /** The rules for which a flow is there at all. */
  allowed(flow: Flow, fn: Fn): number
  /** What is said of a value after a flow: more where the flow gives it labels. */
  tagsAfter(fact: Fact, flow: Flow): readonly number[]
  /** The rules of which anything that is wanted can be reached from a value. */
  wanting(node: OriginNode): number
  /** How many such things are said of one value; more say nothing. */
  saysAtMost(tag: number): number
  /** A value gets to a sink. */
  sink(fact: Fact, flow: Flow, mark: number, tag: number, rules: number): void
  /** A value is given to a call, before anything is done with it. */
  given(fact: Fact, flow: Flow, call: number, index: number, path: number, tag: number): void
  /** Whether what is given to a call is what a variable or member holds there, and not said of that place alone. */
  keeps(fact: Fact, flow: Flow, path: number, tag: number): boolean
  /** What a library does that is called; undefined: nothing that matters here. */
  model(call: number, tag: number): FoundModel | undefined
  /** Whether it is told apart by which way something came into a function. */
  tellsWays(tag: number): boolean
  /** Whether what gets into a part of something matters, by how deep in it that is. */
  goesInto(path: Path, tag: number): boolean
  /** Whether what a function puts into what it is given is followed to those who gave it. */
  leavesBy(port: number, fn: Fn): boolean
  /** Whether other methods see what one put into its object. */
  shares(fact: Fact, tag: number): boolean
}
