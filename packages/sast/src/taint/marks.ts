import type { SinkFacts, SourceFacts } from './facts.ts'
import type { RuleGroup } from './guards/groups.ts'

/** Marks of taint rules on one tree node. Numbers are indexes in {@link Marks.rules}, `sources` and `sinks`. */
export interface NodeMarks {
  /** The value of this node is a source. */
  readonly sources: readonly number[]
  /** The variable or member that this node names is a source from here on (`by-side-effect`). */
  readonly sourcesAfter: readonly number[]
  /** Rules for which the value of this node is harmless. */
  readonly clean: readonly number[]
  /** Rules for which the variable or member that this node names is harmless from here on (`by-side-effect`). */
  readonly cleanAfter: readonly number[]
  /** The value of this node reaches a sink. */
  readonly sinks: readonly number[]
  /** Propagators: the value of this node flows to another node, for one rule. */
  readonly into: readonly {
    readonly rule: number
    readonly node: number
    /** Whether what the other node names holds it from here on too. */
    readonly isAfter: boolean
    /** Whether it holds that alone from then on. */
    readonly isReplaced: boolean
    /** Of one with labels: its place in `sources`. */
    readonly via?: number
  }[]
}

/** What all taint rules together say of one file. */
export interface Marks {
  /** Ids, without those that say nothing here. */
  readonly rules: readonly string[]
  /** Rules for which some values do not go on as they do by themselves: places in `rules`. */
  readonly without: {
    /** `a[i]` holds nothing of `i`: `taint_assume_safe_indexes`. */
    readonly indexes: readonly number[]
    /** Results of arithmetic hold nothing of their parts, nor does what is declared as a number: `taint_assume_safe_numbers`. */
    readonly numbers: readonly number[]
    /** What is declared as a truth value holds nothing: `taint_assume_safe_booleans`. */
    readonly booleans: readonly number[]
    /** Nothing but assignments, members and propagators goes on: no `combine` does. `taint_only_propagate_through_assignments` */
    readonly combined: readonly number[]
  }
  /** What each rule is about: by place in `rules`. */
  readonly groups: readonly RuleGroup[]
  readonly sources: readonly SourceFacts[]
  readonly sinks: readonly SinkFacts[]
  /** Sinks that get what variables hold where a function ends: places in `sinks`. Their `start` and `end` say where. */
  readonly exits: readonly number[]
  readonly byNode: ReadonlyMap<number, NodeMarks>
}
