import { type Frame, newFrame, type Routine } from './frames.ts'
import type { Syntax } from './lexer.ts'
import { CARRIES, HANDED_ON, NAME_REACH_TOKENS, Taints } from './taints.ts'
import { moduleCarries } from './words.ts'

/** Maximum bracket depth; deeper ones are read flat. */
const DEPTH_MAX = 1_000
/** Maximum number of named functions per source. */
const ROUTINES_MAX = 20_000
/** Blocks around a statement through which its function is looked for. */
const BLOCKS_MAX = 32
/** Blanks before `def` that are counted. */
const INDENT_UNITS_MAX = 200

/** Open syntax elements during reading, and the taint of names. Functions are remembered between passes. */
export class Scope {
  readonly taints = new Taints()
  /** Innermost open element. */
  top: Frame = newFrame('statement')
  /** Tokens that were read. */
  tokens = 0
  /** Whether a call passed a taint to a function whose body was read without it. */
  isUnsettled = false
  /** Whether the source asks the network for anything at all. */
  asksNetwork = false
  /** Function whose body was closed last. */
  lastRoutine: Routine | undefined
  readonly #syntax: Syntax
  readonly #routines = new Map<string, Routine>()
  #frames: Frame[] = []
  /** Functions of Python by the blanks before them. */
  #indented: { readonly column: number; readonly routine: Routine }[] = []

  constructor(syntax: Syntax) {
    this.#syntax = syntax
  }

  /** Starts another pass over the same source. */
  restart(): void {
    this.taints.clear()
    this.top = newFrame('statement')
    this.tokens = 0
    this.isUnsettled = false
    this.lastRoutine = undefined
    this.#frames = []
    this.#indented = []
  }

  get depth(): number {
    return this.#frames.length
  }

  push(frame: Frame): void {
    if (this.#frames.length >= DEPTH_MAX) return
    this.#frames.push(this.top)
    this.top = frame
  }

  pop(): void {
    const outer = this.#frames.pop()
    if (outer !== undefined) this.top = outer
  }

  /** Closes a bracket: the surrounding one gets its taint. */
  join(): void {
    const mask = this.top.mask | joined(this.top)
    this.pop()
    this.top.mask |= mask
  }

  /** Assigns the taint of a statement to its names, and resets it. */
  settle(): void {
    const { top, tokens } = this
    if (top.imports) this.#imported(top)
    const mask = top.mask | joined(top)
    if (mask !== 0) {
      for (const name of top.loops ? top.names : top.targets) this.taints.add(name, mask, tokens)
      const routine = top.returns ? this.#routineAround() : undefined
      if (routine !== undefined && routine.name !== '' && !routine.isOneOfMany) {
        this.taints.add(routine.name, mask & HANDED_ON, tokens)
      }
    }
    top.joins = false
    top.mask = 0
    top.squares = 0
    top.numbers = 0
    top.targets = []
    top.names.length = 0
    top.texts.length = 0
  }

  /** Assigns the current taint of a bracket to its names. */
  assign(frame: Frame): void {
    for (const name of frame.targets) this.taints.add(name, frame.mask, this.tokens)
    frame.targets = []
  }

  declare(names: readonly string[]): void {
    for (const name of names) this.taints.declare(name)
    this.top.targets = names
  }

  /** Returns a function of the source by its name or, without one, by its position. */
  routineOf(name: string, place: number): Routine {
    const key = name === '' ? `@${place}` : name
    const known = this.#routines.get(key)
    if (known !== undefined) return known
    const routine: Routine = { name, params: [], given: 0, place: -1, isOneOfMany: false }
    if (this.#routines.size < ROUTINES_MAX) this.#routines.set(key, routine)
    return routine
  }

  routineNamed(name: string): Routine | undefined {
    return this.#routines.get(name)
  }

  /** Enters the body of a function: its parameters get the taint of its calls, and of the call that receives it as a callback. */
  enter(routine: Routine, outer: number): void {
    if (routine.place === -1) routine.place = this.tokens
    else if (routine.place !== this.tokens) routine.isOneOfMany = true
    for (const param of routine.params) {
      this.taints.declare(param)
      this.taints.add(param, (routine.isOneOfMany ? 0 : routine.given) | outer, this.tokens)
    }
  }

  /** Passes the taint of arguments to a function, and returns the taint of its result. */
  hand(routine: Routine | undefined, mask: number): number {
    if (routine === undefined || routine.isOneOfMany) return 0
    if (Math.abs(routine.place - this.tokens) > NAME_REACH_TOKENS) return 0
    const value = routine.given | (mask & HANDED_ON)
    if (value !== routine.given) this.isUnsettled = true
    routine.given = value
    return routine.name === '' ? 0 : this.taints.of(routine.name, this.tokens) & HANDED_ON
  }

  /** Returns the possible taint of a callback's arguments: from the call's result and from its arguments. */
  callbackMask(): number {
    const { kind, mask, receiver, callee } = this.top
    return kind === 'call' ? (mask | receiver | (callee?.gives ?? 0)) & HANDED_ON : 0
  }

  /** Starts a Python function after its parameters. */
  define(routine: Routine, text: string, start: number): void {
    const before = text.slice(Math.max(0, start - INDENT_UNITS_MAX), start)
    const line = before.slice(before.lastIndexOf('\n') + 1)
    const column = line.length - line.trimStart().length
    this.endIndented(column)
    this.#indented.push({ column, routine })
    this.taints.open()
    this.enter(routine, 0)
  }

  /** Assignments in a Python function are local. */
  assignLocal(name: string): void {
    if (this.#indented.length > 0) this.taints.shadow(name)
  }

  /** Ends the Python functions that a line at this column no longer belongs to. */
  endIndented(column: number): void {
    while ((this.#indented.at(-1)?.column ?? -1) >= column) {
      this.#indented.pop()
      this.taints.close()
    }
  }

  /** `import x from 'y'`, `import y as x`. */
  #imported(top: Frame): void {
    const all = this.#syntax === 'js' ? top.texts : top.names.map((name) => `'${name}'`)
    const carried = all.reduce((mask, text) => mask | moduleCarries(text), 0)
    if (carried !== 0) for (const name of top.names) this.taints.add(name, carried, this.tokens)
    top.imports = false
  }

  #routineAround(): Routine | undefined {
    if (this.#syntax === 'python') return this.#indented.at(-1)?.routine
    for (let depth = this.#frames.length - 1, left = BLOCKS_MAX; depth >= 0 && left > 0; depth -= 1, left -= 1) {
      const { kind, routine } = this.#frames[depth]!
      if (kind === 'body' && routine !== undefined) return routine
    }
    return undefined
  }
}

/** Removes taints that do not survive concatenation with other text. */
export function joined({ mask, joins, kind }: Frame): number {
  return (joins || kind === 'template') && (mask & CARRIES.host) !== 0 ? CARRIES.encoded : 0
}
