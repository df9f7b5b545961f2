import type { Syntax } from './lexer.ts'
import type { Callee } from './words.ts'

/** A function of the source. */
export interface Routine {
  readonly name: string
  params: readonly string[]
  /** What its calls hand it. */
  given: number
  /** Where it begins; of several of one name nobody knows which is called, and none is followed. */
  place: number
  isOneOfMany: boolean
}

export type FrameKind = 'statement' | 'call' | 'group' | 'object' | 'body' | 'template'

/** What is open around the present token: a statement, a bracket, a body. */
export interface Frame {
  readonly kind: FrameKind
  /** What was read in it so far carries. */
  mask: number
  readonly start: number
  readonly texts: string[]
  readonly names: string[]
  /** Names that its value is given. */
  targets: readonly string[]
  declares: boolean
  returns: boolean
  /** Whether its names take the parts of what is read in turn. */
  loops: boolean
  /** Whether it brings in a module. */
  imports: boolean
  /** Square brackets that are open in it. */
  squares: number
  /** Numbers that stand in it. */
  numbers: number
  /** Whether bits are turned in it, as the simplest ciphers do. */
  turns: boolean
  /** Whether texts are put together in it. */
  joins: boolean
  /** Of a call: what stands before the point of its name, … */
  readonly object: string
  /** … its name, what it does, what its receiver carries, and the function where the source holds it. */
  readonly name: string
  readonly callee: Callee | undefined
  readonly receiver: number
  /** Of a call the function called, of a body the one that it is of. */
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

/** What stands directly before the present token. */
export interface Before {
  /** A name, or that of a member. */
  readonly name: string
  /** What stands before the point: `)` for the answer of a call. */
  readonly object: string
  readonly isMember: boolean
  /** The end of a value: what a bracket behind it calls. */
  readonly isValue: boolean
  readonly isAnswer: boolean
  readonly keyword: string
  /** A text, or the one before a plus. */
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
