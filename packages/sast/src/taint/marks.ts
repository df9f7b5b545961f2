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
    /** Whether the variable of the other node keeps the value from here on, too. */
    readonly isAfter: boolean
    /** Whether it keeps only that value from then on. */
    readonly isReplaced: boolean
    /** Of a propagator with labels: its index in `sources`. */
    readonly via?: number
  }[]
}

/** Marks of all taint rules in one file. */
export interface Marks {
  /** Rule ids, without rules that mark nothing here. */
  readonly rules: readonly string[]
  /** Rules with restricted propagation: indexes in `rules`. */
  readonly without: {
    /** `a[i]` does not propagate `i`: `taint_assume_safe_indexes`. */
    readonly indexes: readonly number[]
    /** Arithmetic results do not propagate their operands, nor do values with a declared number type: `taint_assume_safe_numbers`. */
    readonly numbers: readonly number[]
    /** Values with a declared boolean type do not propagate: `taint_assume_safe_booleans`. */
    readonly booleans: readonly number[]
    /** Only assignments, members and propagators propagate; `combine` does not. `taint_only_propagate_through_assignments` */
    readonly combined: readonly number[]
  }
  /** Group of each rule: by index in `rules`. */
  readonly groups: readonly RuleGroup[]
  readonly sources: readonly SourceFacts[]
  readonly sinks: readonly SinkFacts[]
  /** Sinks for the values of variables at the end of a function: indexes in `sinks`. Their `start` and `end` are the location. */
  readonly exits: readonly number[]
  readonly byNode: ReadonlyMap<number, NodeMarks>
}
