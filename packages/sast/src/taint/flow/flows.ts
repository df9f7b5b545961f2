import { type Flow, type CodeRange, type Port, STEPS_KEPT } from '../facts.ts'
import type { Marks } from '../marks.ts'
import type { Atoms } from './atoms.ts'
import { cellKey } from './atoms.ts'
import type { Qual } from './quals.ts'
import type { Trail } from './values.ts'

/** Own limit: flows of one function; the facts of generated code would be larger than the code. */
export const FLOWS_MAX = 4_000

const PORT_PATHS_MAX = 0x1fffff

interface StoredFlow {
  readonly from: number
  readonly port: number
  readonly path: number
  readonly trail: Trail | undefined
}

/** Names of values of a language itself. */
const PLAIN_GLOBALS = /^(?:undefined|nil|None|null|NaN|Infinity|nullptr|NULL|[A-Z]+_[A-Z_]+)$/

/** The flows of one function, without duplicates. */
export class Flows {
  readonly #open = new Set<number>()
  readonly atoms: Atoms
  /** Returns the rule of a source. */
  readonly #ruleOf: (mark: number) => number
  /** Returns the rule of a sink. */
  readonly #ruleOfSink: (mark: number) => number
  /** Whether a source is a parameter as a whole. */
  readonly #isWhole: (mark: number) => boolean
  readonly #ports: Port[] = []
  readonly #portIds = new Map<string, number>()
  readonly #portPaths = new Map<number, number>()
  readonly #kept = new Map<number, StoredFlow>()
  readonly #seen = new Set<number>()
  readonly #max: number
  isFull = false

  constructor(atoms: Atoms, { sources, sinks }: Marks, isWhole: (mark: number) => boolean, max: number) {
    this.#max = max
    this.#isWhole = isWhole
    this.atoms = atoms
    this.#ruleOf = (mark): number => sources[mark]!.rule
    this.#ruleOfSink = (mark): number => sinks[mark]!.rule
  }

  /** Returns the reached ports that no file of the tree describes, such as the environment. */
  open(): readonly Port[] {
    return [...this.#open].map((port) => this.#ports[port]!)
  }

  port(port: Port): number {
    const key = portKey(port)
    let id = this.#portIds.get(key)
    if (id === undefined) {
      id = this.#ports.push(port) - 1
      this.#portIds.set(key, id)
    }
    return id
  }

  /** Records that an atom reaches a port, at the given path within it. */
  add(atom: number, port: number, path: number, trail: Trail | undefined): void {
    const at = port * 0x400000 + path
    let portPath = this.#portPaths.get(at)
    if (portPath === undefined) {
      portPath = this.#portPaths.size
      this.#portPaths.set(at, portPath)
    }
    const key = atom * 0x200000 + portPath
    if (this.#seen.has(key)) return
    if (portPath >= PORT_PATHS_MAX || this.#kept.size >= this.#max) {
      this.isFull = true
      return
    }
    this.#seen.add(key)
    const { atoms } = this
    const qual = atoms.quals.of(atoms.qualOf(atom))
    if (!atoms.isMade(atom)) this.#keep(atoms.told(atom), port, path, portPath, trail)
    for (const mark of qual.marks) this.#keepSource(atom, mark, qual, port, path, portPath, trail)
  }

  #keepSource(
    atom: number,
    mark: number,
    qual: Qual,
    port: number,
    path: number,
    portPath: number,
    trail: Trail | undefined,
  ): void {
    const rule = this.#ruleOf(mark)
    if (qual.except.includes(rule) || qual.only?.includes(rule) === false) return
    const { quals } = this.atoms
    let said = quals.except(qual.except)
    for (const via of qual.via) said = quals.join(said, quals.via(via))
    const only = qual.only === undefined ? said : quals.join(said, quals.only(rule))
    const source = this.atoms.with(this.#sourceAt(atom, mark), only)
    if (source !== -1) this.#keep(source, port, path, portPath, trail)
  }

  /** Returns a source, or the member of it that an atom is: for a parameter whose type defines the members. */
  #sourceAt(atom: number, mark: number): number {
    const { atoms } = this
    const source = atoms.origin({ type: 'source', mark }, true)
    const [first] = atoms.pathOf(atom)
    const isMember = first !== undefined && atoms.originOf(atom)?.type === 'parameter' && this.#isWhole(mark)
    return isMember ? atoms.child(source, atoms.key(first)) : source
  }

  #keep(from: number, port: number, path: number, portPath: number, trail: Trail | undefined): void {
    const key = from * 0x200000 + portPath
    if (this.#kept.has(key) || this.#isIdle(from, port, path)) return
    this.#kept.set(key, { from, port, path, trail })
  }

  /** Whether a flow only keeps a value at its place, or ends where no file can observe it. */
  #isIdle(from: number, port: number, path: number): boolean {
    const origin = this.atoms.originOf(from)!
    if (origin.type === 'global') {
      if (!PLAIN_GLOBALS.test(origin.name) && !this.#isHarmless(from, port)) this.#open.add(port)
      return true
    }
    const to = this.#ports[port]!
    if (this.atoms.pathIdOf(from) !== path) return false
    if (origin.type === 'parameter') return to.type === 'parameter' && to.index === origin.index
    if (origin.type === 'import') return to.type === 'import' && to.module === origin.module && to.name === origin.name
    return origin.type === 'cell' && to.type === 'cell' && cellKey(origin.cell) === cellKey(to.cell)
  }

  /** Whether a value was sanitized for the rule of the reached sink. */
  #isHarmless(atom: number, port: number): boolean {
    const to = this.#ports[port]!
    const { quals } = this.atoms
    return to.type === 'sink' && quals.of(this.atoms.qualOf(atom)).except.includes(this.#ruleOfSink(to.mark))
  }

  /** Returns all flows, except those that other flows imply. */
  list(placeOf: (node: number) => CodeRange): Flow[] {
    const covered = new Cover(this.atoms)
    const all = [...this.#kept.values()]
    const length = (storedFlow: StoredFlow): number => this.atoms.pathOf(storedFlow.from).length
    const order = all.map((_, index) => index).sort((a, b) => length(all[a]!) - length(all[b]!) || a - b)
    const isLeft = new Uint8Array(all.length)
    for (const index of order) isLeft[index] = covered.take(all[index]!) ? 1 : 0
    return all.filter((_, index) => isLeft[index] === 1).map((item) => this.#flow(item, placeOf))
  }

  #flow({ from, port, path, trail }: StoredFlow, placeOf: (node: number) => CodeRange): Flow {
    const { atoms } = this
    const qual = atoms.quals.of(atoms.qualOf(from))
    return {
      from: atoms.originOf(from)!,
      fromPath: atoms.pathOf(from),
      to: this.#ports[port]!,
      toPath: atoms.path(path),
      ...(qual.except.length === 0 ? {} : { except: qual.except }),
      ...(qual.only === undefined ? {} : { only: qual.only }),
      ...(qual.via.length === 0 ? {} : { via: qual.via }),
      steps: nodesOf(trail).map(placeOf),
    }
  }
}

/** Detects flows implied by shorter ones: a flow from `a` to `b` implies a flow from `a.k` to `b.k`. */
class Cover {
  readonly #atoms: Atoms
  readonly #taken = new Map<string, Qual[]>()

  constructor(atoms: Atoms) {
    this.#atoms = atoms
  }

  /** Adds a flow, shorter flows first. @returns false for an implied flow */
  take({ from, port, path }: StoredFlow): boolean {
    const atoms = this.#atoms
    const qual = atoms.quals.of(atoms.qualOf(from))
    const root = atoms.rootOf(from)
    const source = atoms.pathOf(from)
    const target = atoms.path(path)
    for (let cut = 0; ; cut += 1) {
      const key = keyOf(root, source, target, port, cut)
      const there = this.#taken.get(key)
      if (there?.some((item) => coversQual(item, qual)) === true) return false
      const left = source.at(-1 - cut)
      if (left === undefined || left !== target.at(-1 - cut)) break
    }
    const key = keyOf(root, source, target, port, 0)
    const there = this.#taken.get(key)
    if (there === undefined) this.#taken.set(key, [qual])
    else there.push(qual)
    return true
  }
}

function keyOf(root: number, source: readonly string[], target: readonly string[], port: number, cut: number): string {
  if (source.length === cut && target.length === cut) return `${root} ${port}`
  const first = source.slice(0, source.length - cut)
  const then = target.slice(0, target.length - cut)
  return `${root} ${port} ${JSON.stringify(first)} ${JSON.stringify(then)}`
}

function coversQual(qual: Qual, other: Qual): boolean {
  if (qual === other) return true
  if (qual.via.join() !== other.via.join() || !qual.except.every((rule) => other.except.includes(rule))) return false
  return qual.only === undefined || other.only?.every((rule) => qual.only!.includes(rule)) === true
}

/** Returns the steps of a trail in order; of a long trail only those at both ends. */
function nodesOf(trail: Trail | undefined): number[] {
  const nodes: number[] = []
  for (let at = trail; at !== undefined; at = at.before) nodes.push(at.node)
  nodes.reverse()
  const half = STEPS_KEPT / 2
  return nodes.length <= STEPS_KEPT ? nodes : [...nodes.slice(0, half), ...nodes.slice(-half)]
}

function portKey(port: Port): string {
  switch (port.type) {
    case 'return':
      return 'r'
    case 'throw':
      return 't'
    case 'parameter':
      return `p${port.index}`
    case 'argument':
      return `a${port.call}:${port.index}`
    case 'cell':
      return cellKey(port.cell)
    case 'import':
      return `i${port.name} ${port.module}`
    case 'sink':
    default:
      return `s${port.mark}`
  }
}
