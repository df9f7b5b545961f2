import type { CompactTree } from '../../tree/compact-tree.ts'
import type { SafeCells } from '../guards/closures.ts'
import { decodedParameters } from '../guards/decoders.ts'
import { Guards } from '../guards/guards.ts'
import type { Checks } from '../guards/helpers.ts'
import { KnownValues } from '../guards/known.ts'
import type { SafetyQuery } from '../facts.ts'
import type { FileIr, FunctionIr } from '../ir.ts'
import type { Marks, NodeMarks } from '../marks.ts'
import { Atoms } from './atoms.ts'
import { type CellUse, cellsOf } from './cells.ts'
import { assignedMembers } from './statics.ts'

/** Own limit: steps for one file, beyond which its functions are analysed with the lowest precision only. */
export const FILE_STEPS_MAX = 4_000_000

/** Own limit: steps for one function, at any precision. */
export const FUNCTION_STEPS_MAX = 300_000

/** Own limit: characters of context before a node. */
const BEFORE_CHARS = 40

/** A function exceeded its step limit. */
export class OverBudget extends Error {}

/** State shared by the functions of one file during the analysis. */
export class FileRun {
  readonly file: FileIr
  readonly marks: Marks
  readonly firstLevel: number
  readonly atoms = new Atoms()
  readonly cells: ReadonlyMap<string, CellUse>
  readonly givenMembers: ReadonlySet<string>
  /** Nodes that propagators lead to. */
  readonly targets: ReadonlySet<number>
  /** Qualifiers of arithmetic results, of combined values, and of index results. */
  readonly number: number
  readonly combined: number
  readonly index: number
  /** Of parameters that are sources as a whole: their types, by the source. */
  readonly sourceTypes = new Map<number, string>()
  /** Values that are known without analysis. */
  readonly known: KnownValues
  readonly safeCells: SafeCells = new Map()
  /** Returns a function's sanitizer results for its parameters; set by the caller of the analysis. */
  checksOf: (id: number) => Checks | undefined = () => undefined
  readonly asks: SafetyQuery[] = []
  readonly #decoded = new Map<number, ReadonlySet<number>>()
  readonly #asked = new Map<string, number>()
  readonly #guards: (Guards | undefined)[] = []
  readonly #tree: Pick<CompactTree, 'start' | 'end' | 'text'>
  #steps = 0

  /** @param firstLevel how exactly functions are run at first: 0 as exactly as can be */
  constructor(file: FileIr, marks: Marks, tree: Pick<CompactTree, 'start' | 'end' | 'text'>, firstLevel: number) {
    this.file = file
    this.#tree = tree
    this.known = new KnownValues(file, (node) => tree.text.slice(tree.start[node], tree.end[node]))
    this.firstLevel = firstLevel
    this.marks = marks
    this.cells = cellsOf(file)
    this.givenMembers = assignedMembers(file)
    const { quals } = this.atoms
    const { numbers, combined, indexes } = marks.without
    this.combined = quals.except(combined)
    this.number = quals.join(this.combined, quals.except(numbers))
    this.index = quals.except([...new Set([...indexes, ...combined])].sort((a, b) => a - b))
    this.targets = targetsOf(marks.byNode)
  }

  /** Returns the text range of a node. */
  rangeOf(node: number): { readonly start: number; readonly end: number } {
    return { start: this.#tree.start[node]!, end: this.#tree.end[node]! }
  }

  /** Returns the number, below 0, of a query to a function of another file about its argument. */
  ask(fn: number, call: number, argument: number, when: boolean | undefined, isAwaited: boolean): number {
    const key = `${fn} ${call} ${argument} ${String(when)}`
    let place = this.#asked.get(key)
    if (place === undefined) {
      const item = { function: fn, call, argument, isAwaited, ...(when === undefined ? {} : { when }) }
      place = this.asks.push(item) - 1
      this.#asked.set(key, place)
    }
    return -1 - place
  }

  /** The last signs before a node. */
  textBefore(node: number): string {
    const start = this.#tree.start[node]!
    return this.#tree.text.slice(Math.max(0, start - BEFORE_CHARS), start)
  }

  /** Returns the parameters of a function that it passes to a decoder. */
  decodedBy(id: number): ReadonlySet<number> {
    let found = this.#decoded.get(id)
    if (found === undefined) {
      found = decodedParameters(this.known.definitions(id))
      this.#decoded.set(id, found)
    }
    return found
  }

  guardsOf(fn: FunctionIr): Guards {
    let guards = this.#guards[fn.id]
    if (guards === undefined) {
      guards = new Guards(this.known, fn)
      this.#guards[fn.id] = guards
    }
    return guards
  }

  spend(steps: number): void {
    this.#steps += steps
  }

  get isSpent(): boolean {
    return this.#steps > FILE_STEPS_MAX
  }

  /** Returns the steps left for functions at the lowest precision, while each keeps the minimum for the smallest functions. */
  get stepsLeft(): number {
    return 2 * FILE_STEPS_MAX - this.#steps
  }
}

function targetsOf(byNode: ReadonlyMap<number, NodeMarks>): Set<number> {
  const targets = new Set<number>()
  for (const marks of byNode.values()) for (const into of marks.into) targets.add(into.node)
  return targets
}
