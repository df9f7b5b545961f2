import type { Syntax } from './lexer.ts'
import type { Callee } from './words.ts'

/** A function of the source. */
export interface Routine {
  readonly name: string
  params: readonly string[]
  /** Taint of the arguments of its calls. */
  given: number
  /** Start position; with several functions of one name the callee is ambiguous, and none is tracked. */
  place: number
  isOneOfMany: boolean
}

export type FrameKind = 'statement' | 'call' | 'group' | 'object' | 'body' | 'template'

/** Open syntax element around the current token: a statement, a bracket, a body. */
export interface Frame {
  readonly kind: FrameKind
  /** Taint of the content so far. */
  mask: number
  readonly start: number
  readonly texts: string[]
  readonly names: string[]
  /** Names that its value is assigned to. */
  targets: readonly string[]
  declares: boolean
  returns: boolean
  /** Whether its names are loop variables. */
  loops: boolean
  /** Whether it imports a module. */
  imports: boolean
  /** Square brackets that are open in it. */
  squares: number
  /** Number of numeric literals. */
  numbers: number
  /** Whether bits are turned in it, as the simplest ciphers do. */
  turns: boolean
  /** Whether it concatenates texts. */
  joins: boolean
  /** For a call: object before the dot, … */
  readonly object: string
  /** … its name, effect, the taint of its receiver, and its function if the source defines it. */
  readonly name: string
  readonly callee: Callee | undefined
  readonly receiver: number
  /** Called function of a call, or function of a body. */
  readonly routine: Routine | undefined
}

export function newFrame(kind: FrameKind, start = 0, more: Partial<Frame> = {}): Frame {
  return {
    kind,
    mask: 0,
    start,
    texts: [],
    names: [],
    targets: [],
    declares: false,
    returns: false,
    loops: false,
    imports: false,
    squares: 0,
    numbers: 0,
    turns: false,
    joins: false,
    object: '',
    name: '',
    callee: undefined,
    receiver: 0,
    routine: undefined,
    ...more,
  }
}

/** Token directly before the current one. */
export interface Before {
  /** A name, or that of a member. */
  readonly name: string
  /** Object before the dot: `)` for the result of a call. */
  readonly object: string
  readonly isMember: boolean
  /** End of a value: a following bracket is a call. */
  readonly isValue: boolean
  readonly isAnswer: boolean
  readonly keyword: string
  /** Text, or the one before a plus. */
  readonly text: string
  readonly joins: boolean
  readonly opensIndex: boolean
}

export const NOTHING_BEFORE: Before = {
  name: '',
  object: '',
  isMember: false,
  isValue: false,
  isAnswer: false,
  keyword: '',
  text: '',
  joins: false,
  opensIndex: false,
}

export const VALUE_BEFORE: Before = { ...NOTHING_BEFORE, isValue: true }
export const ANSWER_BEFORE: Before = { ...VALUE_BEFORE, isAnswer: true }

/** Words that are no names of values or functions. */
export const KEYWORDS: Readonly<Record<Syntax, ReadonlySet<string>>> = {
  js: new Set(
    (
      'if for while switch catch return typeof await async new in of else do try finally throw yield case delete void with ' +
      'extends default break continue'
    ).split(' '),
  ),
  python: new Set(
    (
      'if elif else for while with as try except finally return yield await async not and or in is lambda assert del raise ' +
      'from import global nonlocal pass break continue'
    ).split(' '),
  ),
}
