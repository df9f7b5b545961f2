/**
 * Data-flow facts of one file, independent of other files. The interpreter (`flow/`) computes them from the intermediate form; they are
 * cached by content, rules and engine version; the linker (`link/`) combines them for all files. Plain data that survives JSON.
 */
import type { Cell } from './ir.ts'

/** Member path, outermost first; `*` is any member. At most {@link PATH_MAX} members. */
export type Path = readonly string[]

/** A longer path is cut and covers everything below it. */
export const PATH_MAX = 4

/** Origin of a value within one function. */
export type Origin =
  /** Initial value of a parameter; -1 is the receiver. */
  | { readonly type: 'parameter'; readonly index: number }
  /** Result of a call, by its index in `calls`. */
  | { readonly type: 'result'; readonly call: number }
  /** Value of an argument (-1: the receiver) after a call: its value before, with the changes by the call. */
  | { readonly type: 'after'; readonly call: number; readonly index: number }
  /** Exception of a call, in its handler. */
  | { readonly type: 'thrown'; readonly call: number }
  | { readonly type: 'cell'; readonly cell: Cell }
  /** A source of a rule, by its index in `sources` of the file. */
  | { readonly type: 'source'; readonly mark: number }
  | { readonly type: 'function'; readonly id: number }
  | { readonly type: 'class'; readonly id: number }
  | { readonly type: 'import'; readonly module: string; readonly name: string }
  | { readonly type: 'global'; readonly name: string }

/** Destination of a value. */
export type Port =
  | { readonly type: 'return' }
  | { readonly type: 'throw' }
  /** Final value that this function stores in a parameter (-1: the receiver). */
  | { readonly type: 'parameter'; readonly index: number }
  /**
   * An argument of a call; -1 is the receiver, -2 the callee. For methods, only functions known in the file reach -2: other callees are
   * members of the receiver by that name.
   */
  | { readonly type: 'argument'; readonly call: number; readonly index: number }
  | { readonly type: 'cell'; readonly cell: Cell }
  /** An export of another file that both files share. */
  | { readonly type: 'import'; readonly module: string; readonly name: string }
  /** A sink of a rule, by its index in `sinks` of the file. */
  | { readonly type: 'sink'; readonly mark: number }

/** A location in the text of the file; lines and columns from 1, the end is the last character. */
export interface CodeRange {
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

/** Maximum number of steps of a flow; of more steps only the first and the last are kept. */
export const STEPS_KEPT = 8

/** A value of `from` (its part `fromPath`) reaches `to` (its part `toPath`). */
export interface Flow {
  readonly from: Origin
  readonly fromPath: Path
  readonly to: Port
  readonly toPath: Path
  /**
   * Indexes in `rules` of the file: rules for which the value was sanitized on the way; higher numbers are groups of rules. Below 0:
   * sanitized according to a function of another file, the first of `asks` as -1.
   */
  readonly except?: readonly number[]
  /** Indexes in `rules` of the only rules with this flow (their propagators). */
  readonly only?: readonly number[]
  /**
   * Sources with `requires` on the way, in order: indexes in `sources`. A value that does not meet the requirement does not get the label.
   */
  readonly via?: readonly number[]
  /** Locations on the way, in order. */
  readonly steps: readonly CodeRange[]
}

export interface CallFacts {
  /** As in `Instruction` for a call. */
  readonly name: string
  readonly method: string
  readonly receiverType?: string
  readonly isNew: boolean
  /** Of each argument: its name, or null. */
  readonly arguments: readonly (string | null)[]
  /** For each argument: its constant text or number, or null; absent where all are null. */
  readonly constants?: readonly (string | null)[]
  /** Arguments that are expanded to all of their elements. */
  readonly spread?: readonly number[]
  readonly place: CodeRange
}

export interface FunctionFacts {
  readonly name: string
  readonly kind: 'module' | 'function' | 'method' | 'static' | 'constructor'
  /** Index of its class in `classes`, or -1. */
  readonly owner: number
  readonly outer: number
  readonly parameters: readonly { readonly name: string; readonly isRest: boolean; readonly type?: string }[]
  readonly returnType?: string
  readonly place: CodeRange
  readonly calls: readonly CallFacts[]
  readonly flows: readonly Flow[]
  /** Reached ports that no other file describes, such as the environment. Only within the analysis of the file: not stored. */
  readonly open?: readonly Port[]
}

export interface ClassFacts {
  readonly name: string
  readonly supers: readonly string[]
  readonly methods: readonly { readonly name: string; readonly function: number }[]
  readonly fields: readonly { readonly name: string; readonly type?: string }[]
}

/** Values of metavariables, for messages. */
export type Bound = Readonly<Record<string, string>>

export interface SourceFacts {
  /** Index in `rules` of the file. */
  readonly rule: number
  /** Label of the value from here on; empty where the rule has no labels. */
  readonly label: string
  /** As the rule defines it; the value gets `label` only where its labels meet this requirement. */
  readonly requires?: string
  /** Whether the source is control flow: everything executed after it, not its value. */
  readonly isControl?: boolean
  /** Of a propagator with labels, which is no source: labels that it replaces by its own; all where there are none. */
  readonly carries?: { readonly replaces?: readonly string[] }
  /** Of a parameter that is a source as a whole: its type. A flow of a member starts with the path to the member. */
  readonly type?: string
  /** Whether the variable at its location is tainted from there on (`by-side-effect`). */
  readonly isAfter?: boolean
  readonly place: CodeRange
  /** The code, shortened. */
  readonly snippet: string
  readonly bound: Bound
}

export interface SinkFacts {
  readonly rule: number
  /** As the rule writes it, by labels; default: any will do. */
  readonly requires?: string
  /** Sinks of the file with the same number are a finding only where all are met; it is reported at the first one. */
  readonly group?: number
  /** Location of the finding. */
  readonly place: CodeRange
  readonly start: number
  readonly end: number
  readonly snippet: string
  readonly bound: Bound
}

/** An argument that may be sanitized according to the callee. */
export interface SafetyQuery {
  readonly function: number
  /** Index of the call in the function, and index of the argument. */
  readonly call: number
  readonly argument: number
  /** Result of the call; undefined: any normal return. */
  readonly when?: boolean
  readonly isAwaited: boolean
}

/** Rules for which a parameter is sanitized: groups of rules, or below 0 the result of another function. */
export type SafeFacts = 'all' | readonly number[]

/** Sanitized parameters of a function, by its result. */
export interface CheckFacts {
  readonly function: number
  readonly onTrue: readonly SafeFacts[]
  readonly onFalse: readonly SafeFacts[]
  readonly onReturn: readonly SafeFacts[]
  readonly isAsync: boolean
}

/** All facts of one file. */
export interface FileFacts {
  readonly path: string
  readonly language: string
  readonly package: string
  /** Ids of the taint rules that marked anything here. */
  readonly rules: readonly string[]
  readonly functions: readonly FunctionFacts[]
  readonly classes: readonly ClassFacts[]
  readonly imports: readonly {
    readonly local: string
    readonly module: string
    readonly name: string
    readonly up?: number
  }[]
  readonly exports: readonly {
    readonly name: string
    readonly cell?: Cell
    readonly from?: { readonly module: string; readonly name: string }
  }[]
  readonly sources: readonly SourceFacts[]
  readonly sinks: readonly SinkFacts[]
  readonly asks?: readonly SafetyQuery[]
  readonly checks?: readonly CheckFacts[]
  /** Coverage gaps as sentences: functions over their budget, unsupported node kinds. */
  readonly gaps: readonly string[]
}
