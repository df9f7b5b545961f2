import type { Path } from '../facts.ts'

/**
 * What a function of a library does with what it is given, as rows of words. A row names methods (`push`), or functions by
 * their full names (`Array.from`), and says `from -> to` with these words:
 * `this` the receiver, `0`, `1`… an argument, `args` any of them, `result`, `0(1)` the second parameter of the function that is
 * given as the first argument, `0()` what that function returns. `.*` after a word is what stands in it, `.name` one member, `.@0`
 * the one of which the first argument is the key.
 */
export interface ModelRow {
  /** Methods by their last name, with spaces between them; functions by full names, which have a dot. `*()` is any of which nothing is said. */
  readonly names: string
  /** Types of receivers, by their last names; absent: any. */
  readonly on?: string
  /** Flows with commas between them; empty: nothing goes on. */
  readonly flows: string
}

export interface Side {
  readonly type: 'receiver' | 'argument' | 'result' | 'parameter' | 'returned'
  /** Of an argument, -1 for any; of what stands in a function, that of the function. */
  readonly index: number
  /** Of a parameter of a function that is given. */
  readonly parameter: number
  readonly path: Path
}

export interface ModelFlow {
  readonly from: Side
  readonly to: Side
}

export interface FoundModel {
  readonly flows: readonly ModelFlow[]
  /** Whether nothing is known of the function: what goes in comes out. */
  readonly isGuess: boolean
}

/** What gives nothing on. */
export const NOTHING: FoundModel = { flows: [], isGuess: false }

/** What a method does that gives or sets a member. */
export function accessorOf(name: string, isSet: boolean): FoundModel {
  const none = { index: -1, parameter: -1 }
  const member: Side = { ...none, type: 'receiver', path: [name] }
  const flow: ModelFlow = isSet
    ? { from: { ...none, type: 'argument', index: 0, path: [] }, to: member }
    : { from: member, to: { ...none, type: 'result', path: [] } }
  return { flows: [flow], isGuess: false }
}

/** @throws {Error} for a row that is not understood: it is data of ours */
export function readFlows(flows: string): readonly ModelFlow[] {
  return flows
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map((one) => {
      const [from, to] = one.split('->').map((side) => side.trim())
      if (from === undefined || to === undefined) throw new Error(`A model says ${one}.`)
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

/** A path with the keys that a call is given: any, where they are not known. */
export function keyed(path: Path, constants: readonly (string | null)[] | undefined): Path {
  if (!path.some((key) => key.startsWith('@'))) return path
  return path.map((key) => (key.startsWith('@') ? (constants?.[Number(key.slice(1))] ?? '*') : key))
}
