import { cellKey } from '../flow/atoms.ts'
import { type Cell, type Instruction, NONE, type Register } from '../ir.ts'
import type { At, Definitions } from './definitions.ts'
import { ADDRESSES, HOST_KEYS, NORMALS, SAME_TEXT, SAME_TEXT_FUNCTIONS } from './tests.ts'

type Member = Extract<Instruction, { op: 'member' }>

/** Something that keeps its value after it was asked of. */
export type Subject =
  | { readonly type: 'variable'; readonly register: Register }
  | { readonly type: 'cell'; readonly cell: Cell }
  | { readonly type: 'member'; readonly one: Member; readonly at: At }

/** What was asked of: itself, or the host of the address that it is. */
export interface Asked {
  readonly subject: Subject
  readonly isHost: boolean
  /** Whether it is a path without `..`. */
  readonly isNormal: boolean
  /** Whether the shortest way to write it was asked of, and not its letters. */
  readonly isFile: boolean
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
      isFile: false,
    })
  collect({ inside, to, found, isFile: false }, register, from, false, 0)
  assigned({ inside, to, found, isFile: false }, register, from)
  return found
}

/** `(x = next()) in LIST`: the variable that was given the value. */
function assigned({ inside, to, found }: Search, register: Register, from: At): void {
  const made = inside.of(register, from)
  if (made === undefined || made.at.block !== from.block) return
  const { instructions } = inside.fn.blocks[from.block]!
  for (let index = made.at.index + 1; index < from.index; index += 1) {
    const one = instructions[index]!
    if (one.op !== 'assign' || one.from !== register) continue
    if (inside.isSame(one.to, { block: from.block, index: index + 1 }, to))
      found.push({ subject: { type: 'variable', register: one.to }, isHost: false, isNormal: false, isFile: false })
  }
}

interface Search {
  readonly inside: Definitions
  readonly to: At
  readonly found: Asked[]
  readonly isFile: boolean
}

function collect(search: Search, register: Register, at: At, isHost: boolean, depth: number): void {
  const { inside, to, found, isFile } = search
  if (depth > DEPTH_MAX || register === NONE) return
  const definition = inside.of(register, at)
  if (definition === undefined) return
  const { one, at: where } = definition
  const again = (next: Register, asHost = isHost): void => collect(search, next, where, asHost, depth + 1)
  switch (one.op) {
    case 'read':
      if (inside.isSame(one.from, where, to)) {
        const isNormal = isFile || isNormalised(inside, one.from, where)
        found.push({ subject: { type: 'variable', register: one.from }, isHost, isNormal, isFile })
      }
      again(one.from)
      return
    case 'assign':
      again(one.from)
      return
    case 'load': {
      const isSaved = (step: Instruction): boolean => step.op === 'save' && cellKey(step.cell) === cellKey(one.cell)
      if (inside.isWithout(isSaved, where, to))
        found.push({ subject: { type: 'cell', cell: one.cell }, isHost, isNormal: isFile, isFile })
      return
    }
    case 'member':
      // What a call of Go gives besides an error.
      if (one.key === '0' && isPair(inside, one.object, where)) again(one.object)
      else {
        if (isKept(inside, one, where, to))
          found.push({ subject: { type: 'member', one, at: where }, isHost, isNormal: isFile, isFile })
        if (isCanonical(one.key)) collect({ ...search, isFile: true }, one.object, where, false, depth + 1)
        if (!isHost && one.key !== undefined && HOST_KEYS.has(one.key) && isAddress(inside, one.object, where))
          again(one.object, true)
      }
      return
    case 'combine':
      again(wholeOf(one, inside.language))
      return
    case 'call':
      collectFile(search, one, where, depth)
      collectCall(search, one, where, again, isHost)
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

/** Of what parts are put together: the one that says all of it. */
function wholeOf(one: Extract<Instruction, { op: 'combine' }>, language: string): Register {
  const { kind, operator, from } = one
  // A part of a text says nothing of the rest.
  if (operator === 'slice' || (operator === '*' && language === 'cpp')) return NONE
  const isOne = from.length === 1
  if (isOne && (kind === 'either' || kind === 'text')) return from[0]!
  if (kind === 'number' && ((isOne && operator === '+') || operator === 'parse')) return from[0]!
  return kind === 'either' && from.length === 2 ? from[1]! : NONE
}

type Call = Extract<Instruction, { op: 'call' }>

/** `file.getCanonicalPath()`, `realpath(path)`: the same file by a shorter way. */
function collectFile(search: Search, one: Call, at: At, depth: number): void {
  const [first, second] = one.arguments
  if (second !== undefined || !makesNormal(one, search.inside.language)) return
  collect({ ...search, isFile: true }, first?.value ?? one.receiver, at, false, depth + 1)
}

function collectCall(
  { inside }: Search,
  one: Call,
  at: At,
  again: (next: Register, asHost?: boolean) => void,
  isHost: boolean,
): void {
  const [first = NONE, second = NONE] = one.arguments.map(({ value }) => value)
  const isComma = (register: Register, inner = 0): boolean => {
    const by = inside.of(register, at)?.one
    return (
      (by?.op === 'constant' && by.value === ',') ||
      (by?.op === 'combine' && by.from.length === 1 && inner < DEPTH_MAX && isComma(by.from[0]!, inner + 1))
    )
  }
  if (one.receiver !== NONE && one.method === 'split') {
    if (isComma(first)) again(one.receiver)
  } else if (one.name === 'explode') {
    if (isComma(first)) again(second)
  } else if (one.name === 'strings.Split') {
    if (isComma(second)) again(first)
  } else if (one.receiver !== NONE && SAME_TEXT.has(one.method)) again(one.receiver)
  else if (SAME_TEXT_FUNCTIONS.has(one.name)) again(first)
  else if (!isHost && one.receiver !== NONE && HOST_KEYS.has(one.method)) {
    if (isAddress(inside, one.receiver, at)) again(one.receiver, true)
  } else if ((isHost || one.name === 'parse_url') && takesApart(one)) again(first, true)
  else if (isHost && UNWRAPS.test(one.method)) again(one.receiver)
}

/** What gives the address that it is called on, or makes one of it. */
const UNWRAPS = /^(?:unwrap|expect|toURI|toURL|toUri|toUrl|toHttpUrl|toHttpUrlOrNull|getOrThrow)$/

const ADDRESS_TYPE = /(?:^|[.*&:\s])(?:URL|URI|Uri|Url|HttpUrl)\??$/

function takesApart({ name }: Call): boolean {
  return ADDRESSES.has(name) || ADDRESSES.has(lastTwo(name))
}

/** Whether something is an address that was taken apart: the host of a request says nothing of what is asked for in it. */
function isAddress(inside: Definitions, register: Register, from: At): boolean {
  const { types, parameters } = inside.fn
  let next = register
  let at = from
  for (let depth = 0; depth < DEPTH_MAX && next !== NONE; depth += 1) {
    const of = next
    const type = types?.get(of) ?? parameters.find((one) => one.register === of)?.type
    if (type !== undefined && ADDRESS_TYPE.test(type)) return true
    const found = inside.of(next, at)
    if (found === undefined) return false
    const { one } = found
    at = found.at
    if (one.op === 'read' || one.op === 'assign') next = one.from
    else if (one.op === 'combine' && one.kind === 'either') next = one.from.at(-1) ?? NONE
    else if (one.op === 'member' && one.key === '0') next = one.object
    else if (one.op !== 'call') return false
    else if (takesApart(one)) return true
    else if (UNWRAPS.test(one.method)) next = one.receiver
    else return false
  }
  return false
}

/** Whether a member holds at one place what it held at another: nobody gave it a value, and no call was given what it belongs to. */
function isKept(inside: Definitions, one: Member, from: At, to: At): boolean {
  const above = new Set<Register>()
  let base: string | undefined
  let next = one.object
  for (let depth = 0; depth < DEPTH_MAX; depth += 1) {
    above.add(next)
    const found = inside.of(next, from)?.one
    if (found?.op === 'read') next = found.from
    else if (found?.op === 'member') next = found.object
    else {
      if (found?.op === 'global') base = found.name
      break
    }
  }
  const isOne = (register: Register): boolean => {
    const found = inside.of(register, to)?.one
    if (found?.op === 'global') return found.name === base
    return above.has(register) || (found?.op === 'read' && above.has(found.from))
  }
  return inside.isWithout(
    (step) =>
      (step.op === 'store' && (step.key === undefined || one.key === undefined || step.key === one.key)) ||
      (step.op === 'call' &&
        !SAME_TEXT.has(step.method) &&
        [step.receiver, ...step.arguments.map(({ value }) => value)].some(isOne)),
    from,
    to,
  )
}

function lastTwo(name: string): string {
  return name
    .replace(/::|\\|->/g, '.')
    .split('.')
    .slice(-2)
    .join('.')
}

/** Whether something is what a call of Go gives with an error; what a text was cut into is none. */
function isPair(inside: Definitions, register: Register, at: At): boolean {
  const one = inside.of(register, at)?.one
  return inside.language === 'go' && one?.op === 'call' && !one.name.startsWith('strings.')
}

/** Whether a call takes `..` out of a path. */
function makesNormal({ method, name }: Call, language: string): boolean {
  // There it only puts one path behind the other.
  if (method === 'resolve' && (language === 'java' || language === 'kotlin')) return false
  if (NORMALS.has(method)) return true
  return language === 'go' ? name === 'filepath.Join' || name === 'path.Join' : name === 'path.join'
}

/** Members of Kotlin that stand for such a call. */
function isCanonical(key: string | undefined): boolean {
  return key === 'canonicalPath' || key === 'canonicalFile'
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
    else if (one.op === 'member' && isCanonical(one.key)) return true
    else if (one.op === 'call' && makesNormal(one, inside.language)) return true
    else if (
      one.op === 'call' &&
      /^(?:unwrap|expect|toString|to_s|toAbsolutePath|toFile|toPath|absolutePath)$/.test(one.method)
    )
      next = one.receiver
    else return false
  }
  return false
}
