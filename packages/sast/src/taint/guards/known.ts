import { type Cell, type FileIr, type Instruction, NONE, type Register } from '../ir.ts'
import type { Constant } from '../flow/values.ts'
import { cellKey } from '../flow/atoms.ts'
import { addedBy } from './added.ts'
import { type At, type Definition, Definitions } from './definitions.ts'

/** A register at a point of a function. */
export interface Spot {
  readonly in: Definitions
  readonly register: Register
  readonly at: At
}

/** An instruction that defines a value, with its function. */
export interface ValueDefinition extends Definition {
  readonly in: Definitions
}

/** An element added to a list or a map. */
export interface Insertion extends Spot {
  /** Whether it is the key of a map entry. */
  readonly isKey: boolean
}

/** Own limit: names followed to a value. */
const HOPS_MAX = 12
/** Own limit: nested members followed to the owner of a member. */
const NESTED_MAX = 2
/** Gatehouse-specific limit: maximum depth of nested concatenations. */
const PARTS_DEPTH_MAX = 20
/** Own limit: a list, a format or a name is shorter. */
const TEXT_CHARS_MAX = 4096

/** Static facts about the values of a file. */
export class KnownValues {
  readonly file: FileIr
  /** The code of a node. */
  readonly text: (node: number) => string
  readonly #functions: (Definitions | undefined)[] = []
  /** By shared variable: its only assignment, undefined for several. */
  #cells: Map<string, Spot | undefined> | undefined
  /** By variable: all assigned values. */
  #saved = new Map<string, Spot[]>()
  /** By member name, with the class for members of `this`: its only assignment, undefined for several. */
  #members: Map<string, Spot | undefined> | undefined
  /** By member name: all values assigned to or added to members of that name, by class; -1 for none. */
  readonly #put = new Map<string, { readonly owner: number; readonly spot: Spot }[]>()
  /** By location of a created list or map: elements added later. */
  #added: Map<string, Insertion[]> | undefined

  /** By location of a created list or map: whether it is a complete literal. */
  readonly literals = new Map<string, boolean>()
  /** Members of members that are being looked at. */
  #nested = 0

  constructor(file: FileIr, text: (node: number) => string) {
    this.file = file
    this.text = text
  }

  definitions(id: number): Definitions {
    let found = this.#functions[id]
    if (found === undefined) {
      found = new Definitions(this.file.functions[id]!, this.file.language)
      this.#functions[id] = found
    }
    return found
  }

  /** Returns the definition of a register through names and aliases. */
  of({ in: inside, register, at }: Spot): ValueDefinition | undefined {
    let spot: Spot = { in: inside, register, at }
    for (let hops = 0; hops < HOPS_MAX; hops += 1) {
      const found = spot.in.of(spot.register, spot.at)
      if (found === undefined) return undefined
      const next = this.#behind({ ...found, in: spot.in })
      if (next === undefined) return { ...found, in: spot.in }
      spot = next
    }
    return undefined
  }

  /** Returns the value that an instruction passes through. */
  #behind({ one, at, in: inside }: ValueDefinition): Spot | undefined {
    switch (one.op) {
      case 'read':
      case 'assign':
        return { in: inside, register: one.from, at }
      case 'load':
        return this.cell(one.cell)
      case 'member':
        if (one.key === undefined || one.index !== undefined) return undefined
        return this.#isOwn({ in: inside, register: one.object, at })
          ? this.#member(one.key, ownerOf(inside, one.object, at))
          : undefined
      case 'combine':
        return one.kind === 'either' && (one.from.length === 1 || isBareCall(one, inside))
          ? { in: inside, register: one.from.at(-1)!, at }
          : undefined
      case 'constant':
      case 'store':
      case 'clear':
      case 'make':
      case 'each':
      case 'call':
      case 'function':
      case 'class':
      case 'import':
      case 'save':
      case 'global':
      case 'caught':
      default:
        return undefined
    }
  }

  /** Returns the origin of a variable's only value. */
  cell(cell: Cell): Spot | undefined {
    this.#gather()
    return this.#cells!.get(cellKey(cell))
  }

  /** Returns all values assigned to a variable in the file. */
  savedIn(cell: Cell): readonly Spot[] {
    this.#gather()
    return this.#saved.get(cellKey(cell)) ?? []
  }

  /** Returns the origin of the only value of a member name: of a class, or of all members where the class has none. */
  #member(name: string, owner: number): Spot | undefined {
    this.#gather()
    const own = `${owner} ${name}`
    return this.#members!.has(own) ? this.#members!.get(own) : this.#members!.get(name)
  }

  /** Whether the owner of a member is defined in this file: `this`, a class, a literal. External objects may have members of that name. */
  #isOwn({ in: inside, register, at }: Spot): boolean {
    if (register === inside.fn.receiver) return true
    const found = inside.of(register, at)
    if (found?.one.op === 'read') return this.#isOwn({ in: inside, register: found.one.from, at: found.at })
    if (found?.one.op === 'load' && /^(?:this|self)$/.test(found.one.cell.name)) return true
    if (this.#nested >= NESTED_MAX) return false
    this.#nested += 1
    const op = this.of({ in: inside, register, at })?.one.op
    this.#nested -= 1
    return op === 'class' || op === 'make' || op === 'global' || op === 'import'
  }

  /** Returns the elements added to a list or a map after its creation, anywhere in the file. */
  addedTo({ one, at, in: inside }: ValueDefinition): readonly Insertion[] {
    return 'to' in one ? (this.#allAdded().get(positionName(inside, at)) ?? []) : []
  }

  /** Returns all values assigned to or added to members of a name in the file, without those of other classes with the same name. */
  putInto({ in: inside, register, at }: Spot, name: string): readonly Spot[] {
    this.#allAdded()
    this.#gather()
    const own = ownerOf(inside, register, at)
    const isOther = (owner: number): boolean =>
      own !== NONE && owner !== NONE && owner !== own && this.#members!.has(`${owner} ${name}`)
    return (this.#put.get(name) ?? []).flatMap(({ owner, spot }) => (isOther(owner) ? [] : [spot]))
  }

  #allAdded(): ReadonlyMap<string, readonly Insertion[]> {
    if (this.#added === undefined) {
      this.#added = new Map()
      for (const fn of this.file.functions)
        for (const [block, { instructions }] of fn.blocks.entries())
          for (const [index, step] of instructions.entries()) this.#noteAdded(step, fn.id, { block, index })
    }
    return this.#added
  }

  #noteAdded(step: Instruction, id: number, at: At): void {
    const added = addedBy(step)
    if (added === undefined) return
    const inside = this.definitions(id)
    const { object } = added
    const { hasKey } = added
    const spots = added.values.map((register, place): Insertion => ({
      in: inside,
      register,
      at,
      isKey: hasKey && place === 0,
    }))
    const note = (name: string, of: Register): void => {
      const owner = ownerOf(inside, of, at)
      append(
        this.#put,
        name,
        spots.map((spot) => ({ owner, spot })),
      )
    }
    const written = inside.of(object, at)?.one
    if (added.key !== undefined) note(added.key, object)
    if (written?.op === 'member' && written.key !== undefined) note(written.key, written.object)
    const list = this.of({ in: inside, register: object, at })
    if (list?.one.op === 'make' || list?.one.op === 'call') append(this.#added!, positionName(list.in, list.at), spots)
  }

  /** A text, a number or a truth value that is written in the code. */
  constant(spot: Spot, depth = 0): Constant | undefined {
    // A text that is concatenated with itself in a loop has no end.
    if (depth > PARTS_DEPTH_MAX) return undefined
    const found = this.of(spot)
    if (found?.one.op === 'constant') return found.one.value
    if (found?.one.op !== 'combine') return undefined
    const { kind, operator, from } = found.one
    // A long concatenation is evaluated from left to right: the evaluation stops at the first unknown part.
    const parts: (Constant | undefined)[] = []
    for (const register of from) {
      const part = this.constant({ in: found.in, register, at: found.at }, depth + 1)
      if (part === undefined) return undefined
      parts.push(part)
    }
    if (kind === 'number' && operator === '-' && parts.length === 1 && typeof parts[0] === 'number') return -parts[0]
    if (kind !== 'text' || parts.some((part) => typeof part !== 'string')) return undefined
    const text = parts.join('')
    return text.length > TEXT_CHARS_MAX ? undefined : text
  }

  #gather(): void {
    if (this.#cells !== undefined) return
    this.#cells = new Map()
    this.#members = new Map()
    for (const fn of this.file.functions) {
      for (const [block, { instructions }] of fn.blocks.entries()) {
        for (const [index, instruction] of instructions.entries()) {
          if (instruction.op === 'save') {
            const key = cellKey(instruction.cell)
            const spot = this.#spot(fn.id, instruction.from, block, index)
            addInsertion(this.#cells, key, spot)
            append(this.#saved, key, [spot])
          }
          if (instruction.op === 'store' && instruction.key !== undefined) {
            const spot = this.#spot(fn.id, instruction.from, block, index)
            const owner = ownerOf(spot.in, instruction.object, spot.at)
            addInsertion(this.#members, instruction.key, spot)
            if (owner !== NONE) addInsertion(this.#members, `${owner} ${instruction.key}`, spot)
          }
          if (instruction.op === 'make')
            for (const { key, value } of instruction.entries)
              if (key !== undefined) addInsertion(this.#members, key, this.#spot(fn.id, value, block, index))
        }
      }
    }
  }

  #spot(id: number, register: Register, block: number, index: number): Spot {
    return { in: this.definitions(id), register, at: { block, index } }
  }
}

/** Returns a key for a location in the file. */
export function positionName({ fn }: Definitions, { block, index }: At): string {
  return `${fn.id} ${block} ${index}`
}

/** The class of which something is `this`; -1 for none. */
function ownerOf(inside: Definitions, register: Register, at: At): number {
  const item = inside.of(register, at)?.one
  const is = item?.op === 'read' ? item.from : register
  return is === inside.fn.receiver ? inside.fn.owner : NONE
}

function append<One>(all: Map<string, One[]>, key: string, more: readonly One[]): void {
  const list = all.get(key)
  if (list === undefined) all.set(key, [...more])
  else list.push(...more)
}

function addInsertion(all: Map<string, Spot | undefined>, key: string, spot: Spot): void {
  all.set(key, all.has(key) ? undefined : spot)
}

/** A name of Ruby that may be a member or a method without arguments: `%w[a b].freeze`. */
function isBareCall({ from }: Extract<Instruction, { op: 'combine' }>, inside: Definitions): boolean {
  const [first, second] = from
  if (first === undefined || second === undefined || from.length > 2) return false
  const called = inside.all(second)[0]?.one
  return called?.op === 'call' && called.callee === first && called.arguments.length === 0 && called.receiver !== NONE
}
