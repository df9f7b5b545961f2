/**
 * What is known of the flow of values in one file when nothing is known of the others: made by the interpreter (`flow/`) from
 * the intermediate form, kept by content, rules and version of the engine, and put together over all files by the linker
 * (`link/`). Plain data: it goes through JSON unchanged.
 */
import type { Cell } from './ir.ts'

/** Members one after the other, outermost first; `*` is any member. At most {@link PATH_MAX} long. */
export type Path = readonly string[]

/** Longer paths stand for all that is below them. */
export const PATH_MAX = 4

/** Where a value comes from, as one function sees it. */
export type Origin =
  /** A parameter as it was given; -1 is the receiver. */
  | { readonly type: 'parameter'; readonly index: number }
  /** The value of a call: its place in `calls`. */
  | { readonly type: 'result'; readonly call: number }
  /** What an argument (-1: the receiver) holds after a call: what it held before, and what the call put there. */
  | { readonly type: 'after'; readonly call: number; readonly index: number }
  /** What a handler gets of what a call throws. */
  | { readonly type: 'thrown'; readonly call: number }
  | { readonly type: 'cell'; readonly cell: Cell }
  /** What a rule calls a source: its place in `sources` of the file. */
  | { readonly type: 'source'; readonly mark: number }
  | { readonly type: 'function'; readonly id: number }
  | { readonly type: 'class'; readonly id: number }
  | { readonly type: 'import'; readonly module: string; readonly name: string }
  | { readonly type: 'global'; readonly name: string }

/** Where a value gets to. */
export type Port =
  | { readonly type: 'return' }
  | { readonly type: 'throw' }
  /** What a parameter (-1: the receiver) holds at the end that was put there by this function. */
  | { readonly type: 'parameter'; readonly index: number }
  /**
   * An argument of a call; -1 is the receiver, -2 what is called. Of methods only functions that are known in the file get to -2:
   * what else may be called is what the receiver holds by that name.
   */
  | { readonly type: 'argument'; readonly call: number; readonly index: number }
  | { readonly type: 'cell'; readonly cell: Cell }
  /** Something that another file gives, and that both see. */
  | { readonly type: 'import'; readonly module: string; readonly name: string }
  /** What a rule calls a sink: its place in `sinks` of the file. */
  | { readonly type: 'sink'; readonly mark: number }

/** A place in the text of the file; lines and columns from 1, the end is the last character's. */
export interface Place {
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

/** Steps of one flow beyond which only the first and the last are kept. */
export const STEPS_KEPT = 8

/** A value of `from` (its part `fromPath`) gets to `to` (into its part `toPath`). */
export interface Flow {
  readonly from: Origin
  readonly fromPath: Path
  readonly to: Port
  readonly toPath: Path
  /**
   * Places in `rules` of the file of the rules for which it was made harmless on the way; numbers behind them are groups of rules.
   * Below 0: it is harmless by what a function of another file says, the first of `asks` as -1.
   */
  readonly except?: readonly number[]
  /** Places in `rules` of those for which alone it goes this way (their propagators). */
  readonly only?: readonly number[]
  /** Sources with `requires` that it passed, in order: places in `sources`. What does not meet one does not become its label. */
  readonly via?: readonly number[]
  /** Where it passed, in order. */
  readonly steps: readonly Place[]
}

export interface CallFacts {
  /** As `Instruction` says of a call. */
  readonly name: string
  readonly method: string
  readonly receiverType?: string
  readonly isNew: boolean
  /** Of each argument: its name, or null. */
  readonly arguments: readonly (string | null)[]
  /** Of each argument: what it says where that is one text or number each time, or null; absent where all are null. */
  readonly constants?: readonly (string | null)[]
  /** Arguments that stand for all that they hold. */
  readonly spread?: readonly number[]
  readonly place: Place
}

export interface FunctionFacts {
  readonly name: string
  readonly kind: 'module' | 'function' | 'method' | 'static' | 'constructor'
  /** Place of its class in `classes`, or -1. */
  readonly owner: number
  readonly outer: number
  readonly parameters: readonly { readonly name: string; readonly isRest: boolean; readonly type?: string }[]
  readonly returnType?: string
  readonly place: Place
  readonly calls: readonly CallFacts[]
  readonly flows: readonly Flow[]
  /** Ports that something gets to of which no file says more, such as the environment. Of the file itself alone: it is not kept. */
  readonly open?: readonly Port[]
}

export interface ClassFacts {
  readonly name: string
  readonly supers: readonly string[]
  readonly methods: readonly { readonly name: string; readonly function: number }[]
  readonly fields: readonly { readonly name: string; readonly type?: string }[]
}

/** What a metavariable stood for, for messages. */
export type Bound = Readonly<Record<string, string>>

export interface SourceFacts {
  /** Its place in `rules` of the file. */
  readonly rule: number
  /** What the value is called from here on; empty where the rule has no labels. */
  readonly label: string
  /** As the rule writes it; the value becomes `label` only where its labels meet this. */
  readonly requires?: string
  /** Whether it is all that is done after it that is one, and not its value. */
  readonly isControl?: boolean
  /** Of a propagator with labels, which is no source: labels that it gives its own for; all where there are none. */
  readonly carries?: { readonly replaces?: readonly string[] }
  /** Of a parameter that is one as a whole: its type. What gets on by a member of it begins with the path to that. */
  readonly type?: string
  /** Whether the variable at its place holds it from there on (`by-side-effect`). */
  readonly isAfter?: boolean
  readonly place: Place
  /** The code, shortened. */
  readonly snippet: string
  readonly bound: Bound
}

export interface SinkFacts {
  readonly rule: number
  /** As the rule writes it, by labels; absent: any will do. */
  readonly requires?: string
  /** Sinks of the file with the same number are a finding only where each is met; it is told on the first of them. */
  readonly group?: number
  /** What the finding is told on. */
  readonly place: Place
  readonly start: number
  readonly end: number
  readonly snippet: string
  readonly bound: Bound
}

/** What a call was given may be harmless by what the function says that it runs. */
export interface AskFacts {
  readonly function: number
  /** Its place in the calls of the function, and which argument it is. */
  readonly call: number
  readonly argument: number
  /** What it gave; undefined: it came back. */
  readonly when?: boolean
  readonly isAwaited: boolean
}

/** For which rules a parameter is harmless: groups of rules, or below 0 what others say. */
export type SafeFacts = 'all' | readonly number[]

/** What a function says of each of its parameters by what it gives. */
export interface CheckFacts {
  readonly function: number
  readonly onTrue: readonly SafeFacts[]
  readonly onFalse: readonly SafeFacts[]
  readonly onReturn: readonly SafeFacts[]
  readonly isAsync: boolean
}

/** All of it for one file. */
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
  readonly asks?: readonly AskFacts[]
  readonly checks?: readonly CheckFacts[]
  /** What was not analysed, in sentences: functions over their budget, kinds without a meaning. */
  readonly gaps: readonly string[]
}
