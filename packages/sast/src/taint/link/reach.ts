import type { Port } from '../facts.ts'
import { passedTo } from './arguments.ts'
import type { Ground } from './ground.ts'
import { afterKey, parameterKey, resultKey, thrownKey } from './keys.ts'
import { enlarged } from './pairs.ts'
import { callOf, cellKey, type ClassNode, type FileNode, type Fn, type OriginNode, push } from './program.ts'

/** Number of rules that are followed together: one bit each of a number. */
export const RULES_AT_ONCE = 31

/** Own value: initial capacity for edges. */
const EDGES_MIN = 4096

/** Ways out of a function; `this`: by its receiver. */
const WAYS = ['return', 'throw', 'parameter', 'this'] as const
type ExitKind = (typeof WAYS)[number]

/** Location of a sink. */
export interface SinkLocation {
  readonly file: FileNode
  readonly mark: number
}

/** Over-approximates which values can reach which sinks, regardless of calls: other values are not walked. */
export class SinkReachability {
  readonly #ground: Ground
  /**
   * Last edge to a node. Nodes are values by number, then the shared state of classes, and then the exits of functions: direct edges
   * between all values would be far more.
   */
  readonly #last: Int32Array
  /** By edge: its source, and the previous edge to the same node. */
  #from = new Int32Array(EDGES_MIN)
  #before = new Int32Array(EDGES_MIN)
  #edges = 0
  readonly #sinks = new Map<FileNode, Map<number, number[]>>()
  /** By node after the values: 1 where all of its outgoing edges are built. */
  readonly #isBuilt: Uint8Array

  constructor(ground: Ground) {
    const { program } = ground
    this.#ground = ground
    const size = program.originCount + program.classes.length + program.functions.length * WAYS.length
    this.#last = new Int32Array(size).fill(-1)
    this.#isBuilt = new Uint8Array(size)
    for (const fn of program.functions) for (const node of fn.origins.values()) this.#add(node)
  }

  /**
   * @param rules the sinks of at most {@link RULES_AT_ONCE} rules
   * @returns by the number of a value: a bit for each rule of which a sink can be reached from it
   */
  to(rules: readonly (readonly SinkLocation[])[]): Int32Array {
    const reached = new Int32Array(this.#last.length)
    const fresh = new Int32Array(this.#last.length)
    const open: number[] = []
    const visit = (node: number, bits: number): void => {
      const more = bits & ~reached[node]!
      if (more === 0) return
      reached[node]! |= more
      if (fresh[node] === 0) open.push(node)
      fresh[node]! |= more
    }
    rules.forEach((sinks, at) => {
      for (const { file, mark } of sinks) {
        for (const node of this.#sinks.get(file)?.get(mark) ?? []) visit(node, 1 << at)
      }
    })
    for (const node of open) {
      const bits = fresh[node]!
      fresh[node] = 0
      for (let edge = this.#last[node]!; edge !== -1; edge = this.#before[edge]!) visit(this.#from[edge]!, bits)
    }
    return reached
  }

  #add(node: OriginNode): void {
    const { fn } = node
    for (const to of differing(node)) {
      switch (to.type) {
        case 'sink':
          this.#sink(node, to.mark)
          break
        case 'argument':
          this.#given(node, to.call, to.index)
          break
        case 'cell':
          for (const reader of fn.file.readers.get(cellKey(to.cell)) ?? []) this.#join(node.id, reader)
          for (const importer of this.#ground.modules.importersOf(fn.file, cellKey(to.cell)))
            this.#join(node.id, importer.node)
          break
        case 'import':
          this.#imported(node, to.module, to.name)
          break
        case 'return':
        case 'throw':
          this.#left(node, to.type)
          break
        case 'parameter':
        default:
          this.#left(node, to.index === -1 ? 'this' : 'parameter')
          break
      }
    }
  }

  #imported({ id, fn, flows }: OriginNode, module: string, name: string): void {
    const { modules } = this.#ground
    for (const { to, toPath } of flows) {
      if (to.type !== 'import' || to.module !== module || to.name !== name) continue
      for (const { file, cell } of modules.importedBy(fn.file, module, name, toPath)) {
        for (const reader of file.readers.get(cell) ?? []) this.#join(id, reader)
        for (const importer of modules.importersOf(file, cell)) this.#join(id, importer.node)
      }
    }
  }

  #sink({ id, fn }: OriginNode, mark: number): void {
    const marks = this.#sinks.get(fn.file) ?? new Map<number, number[]>()
    this.#sinks.set(fn.file, marks)
    push(marks, mark, id)
  }

  #given(node: OriginNode, at: number, index: number): void {
    const { fn } = node
    const call = fn.firstCall + at
    const facts = callOf(fn, at)
    this.#join(node.id, fn.origins.get(afterKey(at, index)))
    const targets = this.#ground.targets.of(call)
    for (const target of targets) {
      if (index === -1) this.#join(node.id, target.fn.origins.get('p-1'))
      for (const { parameter } of passedTo(facts, index, target.fn.facts)) {
        this.#join(node.id, target.fn.origins.get(parameterKey(parameter)))
      }
    }
    if (targets.length > 0 || index < -1) return
    this.#changed(node.id, fn, at)
    this.#calledBack(node.id, call)
  }

  /** Adds edges for values that a call may change. */
  #changed(from: number, fn: Fn, at: number): void {
    this.#join(from, fn.origins.get(resultKey(at)))
    for (const item of this.#ground.chains.of(fn, at)) this.#join(from, fn.origins.get(afterKey(item, -1)))
    if (this.#ground.models.of(fn.firstCall + at).isGuess) return
    for (let index = 0; index < callOf(fn, at).arguments.length; index += 1) {
      this.#join(from, fn.origins.get(afterKey(at, index)))
    }
  }

  /** Adds edges to callbacks that a call receives. */
  #calledBack(from: number, call: number): void {
    for (const { fn } of this.#ground.targets.callbacks(call)) {
      for (let index = 0; index < fn.facts.parameters.length; index += 1) {
        this.#join(from, fn.origins.get(parameterKey(index)))
      }
    }
  }

  /** Adds edges for values that leave a function: all in the same way reach the same places. */
  #left({ id, fn }: OriginNode, path: ExitKind): void {
    const { program } = this.#ground
    const left = program.originCount + program.classes.length + fn.id * WAYS.length + WAYS.indexOf(path)
    this.#join(id, left)
    if (path === 'this' && fn.owner !== undefined) this.#share(id, fn.owner)
    if (this.#isBuilt[left] === 1) return
    this.#isBuilt[left] = 1
    if (path === 'return') for (const { node } of this.#ground.accessors.reads(fn)) this.#join(left, node)
    for (const { call, target } of this.#ground.targets.sites(fn)) {
      const owner = program.ownerOf(call)
      const at = call - owner.firstCall
      if (target.mode === 'callback') {
        this.#changed(left, owner, at)
        this.#calledBack(left, call)
      } else if (path === 'parameter') {
        for (let index = 0; index < callOf(owner, at).arguments.length; index += 1) {
          this.#join(left, owner.origins.get(afterKey(at, index)))
        }
      } else if (path === 'this' && target.mode === 'call') {
        for (const item of this.#ground.chains.of(owner, at)) this.#join(left, owner.origins.get(afterKey(item, -1)))
      } else this.#join(left, owner.origins.get(path === 'throw' ? thrownKey(at) : resultKey(at)))
    }
  }

  /** Adds edges for members: a write by one method may be visible to all methods. */
  #share(from: number, owner: ClassNode): void {
    const shared = this.#ground.program.originCount + owner.id
    this.#join(from, shared)
    if (this.#isBuilt[shared] === 1) return
    this.#isBuilt[shared] = 1
    for (const receiver of this.#ground.receivers.of(owner)) this.#join(shared, receiver)
  }

  #join(from: number, value: OriginNode | number | undefined): void {
    if (value === undefined) return
    const to = typeof value === 'number' ? value : value.id
    if (this.#edges === this.#from.length) {
      this.#from = enlarged(this.#from)
      this.#before = enlarged(this.#before)
    }
    this.#from[this.#edges] = from
    this.#before[this.#edges] = this.#last[to]!
    this.#last[to] = this.#edges
    this.#edges += 1
  }
}

/** Returns the distinct destinations of a value's flows: many flows differ only in their paths. */
function differing({ flows }: OriginNode): readonly Port[] {
  if (flows.length === 1) return [flows[0]!.to]
  const ports = new Map<string, Port>()
  for (const { to } of flows) ports.set(portKey(to), to)
  return [...ports.values()]
}

function portKey(to: Port): string {
  switch (to.type) {
    case 'return':
    case 'throw':
      return to.type
    case 'parameter':
      return parameterKey(to.index)
    case 'argument':
      return afterKey(to.call, to.index)
    case 'cell':
      return cellKey(to.cell)
    case 'import':
      return `i${to.name} ${to.module}`
    case 'sink':
    default:
      return resultKey(to.mark)
  }
}
