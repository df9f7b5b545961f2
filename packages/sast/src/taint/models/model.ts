import type { Path } from '../facts.ts'

/**
 * Model of library functions. A row names methods (`push`), or functions by their full names (`Array.from`), and lists flows `from -> to`
 * with these words:
 * `this` the receiver, `0`, `1`… an argument, `args` any argument, `result`, `0(1)` the second parameter of the function that is
 * the first argument, `0()` the result of that function. The suffix `.*` means the content, `.name` one member, `.@0` the member
 * with the first argument as its key.
 */
export interface ModelRow {
  /** Methods by unqualified name, separated by spaces; functions by full names with a dot. `*()` is any function without a row. */
  readonly names: string
  /** Receiver types, by unqualified name; default: any type. */
  readonly on?: string
  /** Flows, separated by commas; empty: no flow. */
  readonly flows: string
}

export interface Side {
  readonly type: 'receiver' | 'argument' | 'result' | 'parameter' | 'returned'
  /** Of an argument, -1 for any; for a part of a function, that of the function. */
  readonly index: number
  /** Of a parameter of a function argument. */
  readonly parameter: number
  readonly path: Path
}

export interface ModelFlow {
  readonly from: Side
  readonly to: Side
}

export interface FoundModel {
  readonly flows: readonly ModelFlow[]
  /** Whether the function is unknown: all input reaches the output. */
  readonly isGuess: boolean
}

/** Model without flows. */
export const NOTHING: FoundModel = { flows: [], isGuess: false }

/** Returns the model of a getter or setter. */
export function accessorOf(name: string, isSet: boolean): FoundModel {
  const none = { index: -1, parameter: -1 }
  const member: Side = { ...none, type: 'receiver', path: [name] }
  const flow: ModelFlow = isSet
    ? { from: { ...none, type: 'argument', index: 0, path: [] }, to: member }
    : { from: member, to: { ...none, type: 'result', path: [] } }
  return { flows: [flow], isGuess: false }
}

/** @throws {Error} for an invalid row: rows are built-in data */
export function readFlows(flows: string): readonly ModelFlow[] {
  return flows
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .map((item) => {
      const [from, to] = item.split('->').map((side) => side.trim())
      if (from === undefined || to === undefined) throw new Error(`A model says ${item}.`)
      return { from: readSide(from), to: readSide(to) }
    })
}

const SIDE = /^(?:(this|result|args)|(\d{1,2})(\((\d{0,2})\))?)((?:\.(?:\*|@?\w+))*)$/

function readSide(text: string): Side {
  const found = SIDE.exec(text)
  if (found === null) throw new Error(`A model says ${text}.`)
  const path = (found[5] ?? '').split('.').slice(1)
  const none = { index: -1, parameter: -1, path }
  if (found[1] === 'this') return { ...none, type: 'receiver' }
  if (found[1] === 'result') return { ...none, type: 'result' }
  if (found[1] === 'args') return { ...none, type: 'argument' }
  const index = Number(found[2])
  if (found[3] === undefined) return { ...none, type: 'argument', index }
  if (found[4] === '') return { ...none, type: 'returned', index }
  return { ...none, type: 'parameter', index, parameter: Number(found[4]) }
}

/** Returns a path with the constant keys of a call: any key where it is unknown. */
export function keyed(path: Path, constants: readonly (string | null)[] | undefined): Path {
  if (!path.some((key) => key.startsWith('@'))) return path
  return path.map((key) => (key.startsWith('@') ? (constants?.[Number(key.slice(1))] ?? '*') : key))
}
