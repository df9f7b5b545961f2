import type { Formula, Rule } from '../../rules/rule.ts'

/** Whether what is matched holds for the value there, for the variable from there on, or both. */
export type SideEffect = 'no' | 'also' | 'only'

/** What stands in one entry of a list of a taint rule. */
export interface TaintPart {
  readonly formula: Formula
  /** Whether a metavariable of it says what is meant: then nothing but that is. */
  readonly hasFocus: boolean
}

export interface SourcePart extends TaintPart {
  /** Whether only all of what is matched is meant, and not what stands in it. */
  readonly isExact: boolean
  readonly sideEffect: SideEffect
  /** Empty where it has none. */
  readonly label: string
  /** Whether whatever is done after it is a source, and not a value. */
  readonly isControl: boolean
  /** Labels that a value has to have to get this one, as it is written. */
  readonly requires?: string
}

export interface SanitizerPart extends TaintPart {
  readonly isExact: boolean
  readonly sideEffect: SideEffect
  /** Whether it says nothing of what a source or a sink says the same of. */
  readonly yields: boolean
}

export interface SinkPart extends TaintPart, Pick<Rule, 'fix' | 'fixRegex'> {
  readonly isExact: boolean
  /** Whether it is what any variable holds where a function ends, within what is matched. */
  readonly isAtExit: boolean
  /** Labels that have to arrive, as it is written; by metavariable where it is more than what the finding is told on. */
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
  /** What is carried is called so from then on; empty: as before. */
  readonly label: string
  /** Labels that have to be there, as it is written. */
  readonly requires?: string
  /** Labels that `label` is given for; undefined: all. */
  readonly replaces?: readonly string[]
}

/** Ways in which a rule asks for less than the engine does by itself. */
export interface TaintOptions {
  readonly safeFunctions: boolean
  readonly safeIndexes: boolean
  readonly safeNumbers: boolean
  readonly safeBooleans: boolean
  readonly onlyAssignments: boolean
  /** Whether metavariables of sources and sinks with one name have to stand for the same code. */
  readonly unifies: boolean
  /** Where the finding is told. */
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
