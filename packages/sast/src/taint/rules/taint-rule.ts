import type { Formula, Rule } from '../../rules/rule.ts'

/** Whether a match marks the value at its location, the variable from there on, or both. */
export type SideEffect = 'no' | 'also' | 'only'

/** One list entry of a taint rule. */
export interface TaintPart {
  readonly formula: Formula
  /** Whether a metavariable narrows the match: then only its range counts. */
  readonly hasFocus: boolean
}

export interface SourcePart extends TaintPart {
  /** Whether only the whole match counts, not the nodes in it. */
  readonly isExact: boolean
  readonly sideEffect: SideEffect
  /** Empty without a label. */
  readonly label: string
  /** Whether the source is control flow: all code after it, not a value. */
  readonly isControl: boolean
  /** Labels that a value needs for this label, as written. */
  readonly requires?: string
}

export interface SanitizerPart extends TaintPart {
  readonly isExact: boolean
  readonly sideEffect: SideEffect
  /** Whether it is ignored at locations that a source or a sink also marks. */
  readonly yields: boolean
}

export interface SinkPart extends TaintPart, Pick<Rule, 'fix' | 'fixRegex'> {
  readonly isExact: boolean
  /** Whether it marks the values of all variables at the end of a function within the match. */
  readonly isAtExit: boolean
  /** Required labels, as written; by metavariable for values other than the reported one. */
  readonly requires?: string | readonly SinkDemand[]
}

export interface SinkDemand {
  readonly meta: string
  readonly requires: string
}

export interface PropagatorPart extends TaintPart {
  readonly from: string
  readonly to: string
  readonly isAfter: boolean
  /** New label of a propagated value; empty: unchanged. */
  readonly label: string
  /** Required labels, as written. */
  readonly requires?: string
  /** Labels that `label` replaces; undefined: all. */
  readonly replaces?: readonly string[]
}

/** Ways in which a rule asks for less than the engine does by itself. */
export interface TaintOptions {
  readonly safeFunctions: boolean
  readonly safeIndexes: boolean
  readonly safeNumbers: boolean
  readonly safeBooleans: boolean
  readonly onlyAssignments: boolean
  /** Whether metavariables of sources and sinks with one name have to be bound to the same code. */
  readonly unifies: boolean
  /** Reported location of the finding. */
  readonly focus: 'sink' | 'source'
}

/** A rule of `mode: taint` that is understood in full. */
export interface TaintRule extends Omit<Rule, 'formula'> {
  readonly sources: readonly SourcePart[]
  readonly sinks: readonly SinkPart[]
  readonly sanitizers: readonly SanitizerPart[]
  readonly propagators: readonly PropagatorPart[]
  readonly taint: TaintOptions
}
