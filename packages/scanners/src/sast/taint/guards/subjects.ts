import { type Cell, type Instruction, type Key, NONE, type Register } from '../ir.ts'
import type { At, Definitions } from './definitions.ts'
import { ADDRESSES, HOST_KEYS, NORMALS, SAME_TEXT, SAME_TEXT_FUNCTIONS } from './tests.ts'

/** Something that keeps its value after it was asked of. */
export type Subject =
  | { readonly type: 'variable'; readonly register: Register }
  | { readonly type: 'cell'; readonly cell: Cell }
  | { readonly type: 'member'; readonly object: Register; readonly key: Key; readonly index: Register | undefined }

/** What was asked of: itself, or the host of the address that it is. */
export interface Asked {
  readonly subject: Subject
  readonly isHost: boolean
  /** Whether it is a path without `..`. */
  readonly isNormal: boolean
}

/** Ours: names and calls that are gone back through. */
const DEPTH_MAX = 8

/** @returns what a register's value is known by, so that more can be said of it at `to` */
export function subjectsOf(inside: Definitions, register: Register, from: At, to: At): readonly Asked[] {
  const found: Asked[] = []
  // What is meant may be a variable itself, and not one reading of it.
  const isVariable = inside.isGiven(register) || inside.all(register).some(({ one }) => one.op === 'assign')
  if (isVariable && inside.isSame(register, from, to))
    found.push({
      subject: { type: 'variable', register },
      isHost: false,
      isNormal: isNormalised(inside, register, from),
    })
  collect({ inside, to, found }, register, from, false, 0)
  return found
}

interface Search {
  readonly inside: Definitions
  readonly to: At
  readonly found: Asked[]
}

function collect(search: Search, register: Register, at: At, isHost: boolean, depth: number): void {
  const { inside, to, found } = search
  if (depth > DEPTH_MAX || register === NONE) return
  const definition = inside.of(register, at)
  if (definition === undefined) return
  const { one, at: where } = definition
  const again = (next: Register, asHost = isHost): void => collect(search, next, where, asHost, depth + 1)
  switch (one.op) {
    case 'read':
      if (inside.isSame(one.from, where, to)) {
        const isNormal = isNormalised(inside, one.from, where)
        found.push({ subject: { type: 'variable', register: one.from }, isHost, isNormal })
      }
      again(one.from)
      return
    case 'assign':
      again(one.from)
      return
    case 'load':
      found.push({ subject: { type: 'cell', cell: one.cell }, isHost, isNormal: false })
      return
    case 'member':
      // What a call gives besides an error.
      if (one.key === '0' && isCall(inside, one.object, where)) again(one.object)
      else {
        if (where.block === to.block) {
          const { object, key, index } = one
          found.push({ subject: { type: 'member', object, key, index }, isHost, isNormal: false })
        }
        if (!isHost && one.key !== undefined && HOST_KEYS.has(one.key)) again(one.object, true)
      }
      return
    case 'combine':
      if ((one.kind === 'either' || one.kind === 'text') && one.from.length === 1) again(one.from[0]!)
      else if (one.kind === 'number' && one.operator === '+' && one.from.length === 1) again(one.from[0]!)
      else if (one.kind === 'number' && one.operator === 'parse') again(one.from[0]!)
      else if (one.kind === 'either' && one.from.length === 2) again(one.from[1]!)
      return
    case 'call':
      collectCall(one, again, isHost)
      return
    case 'constant':
    case 'store':
    case 'clear':
    case 'make':
    case 'each':
    case 'function':
    case 'class':
    case 'import':
    case 'save':
    case 'global':
    case 'caught':
    default:
  }
}

type Call = Extract<Instruction, { op: 'call' }>

function collectCall(one: Call, again: (next: Register, asHost?: boolean) => void, isHost: boolean): void {
  const first = one.arguments[0]?.value ?? NONE
  if (one.receiver !== NONE && SAME_TEXT.has(one.method)) again(one.receiver)
  else if (SAME_TEXT_FUNCTIONS.has(one.name)) again(first)
  else if (!isHost && one.receiver !== NONE && HOST_KEYS.has(one.method)) again(one.receiver, true)
  else if ((isHost || one.name === 'parse_url') && (ADDRESSES.has(one.name) || ADDRESSES.has(lastTwo(one.name))))
    again(first, true)
  else if (isHost && /^(?:unwrap|expect|toURI|toURL|getOrThrow)$/.test(one.method)) again(one.receiver)
}

function lastTwo(name: string): string {
  return name
    .replace(/::|\\|->/g, '.')
    .split('.')
    .slice(-2)
    .join('.')
}

function isCall(inside: Definitions, register: Register, at: At): boolean {
  return inside.of(register, at)?.one.op === 'call'
}

/** Whether a variable is a path that was made shortest. */
function isNormalised(inside: Definitions, register: Register, at: At): boolean {
  let next = register
  let where = at
  for (let depth = 0; depth < DEPTH_MAX; depth += 1) {
    const found = inside.of(next, where)
    if (found === undefined) return false
    where = found.at
    const { one } = found
    if (one.op === 'assign' || one.op === 'read') next = one.from
    else if (one.op === 'combine' && one.kind === 'either' && one.from.length > 0) next = one.from.at(-1)!
    else if (one.op === 'member' && one.key === '0') next = one.object
    else if (one.op === 'call' && NORMALS.has(one.method)) return true
    else if (
      one.op === 'call' &&
      /^(?:unwrap|expect|toString|to_s|toAbsolutePath|toFile|toPath|absolutePath)$/.test(one.method)
    )
      next = one.receiver
    else return false
  }
  return false
}
