import { cellKey } from '../flow/atoms.ts'
import { type Cell, type Instruction, NONE, type Register } from '../ir.ts'
import type { At, Definitions } from './definitions.ts'
import { ADDRESSES, HOST_KEYS, NORMALS, SAME_TEXT, SAME_TEXT_FUNCTIONS } from './tests.ts'

type Member = Extract<Instruction, { op: 'member' }>

/** A value that stays the same after a check. */
export type Subject =
  | { readonly type: 'variable'; readonly register: Register }
  | { readonly type: 'cell'; readonly cell: Cell }
  | { readonly type: 'member'; readonly one: Member; readonly at: At }

/** The checked value: itself, or the host of a URL. */
export interface CheckSubject {
  readonly subject: Subject
  readonly isHost: boolean
  /** Whether it is a path without `..`. */
  readonly isNormal: boolean
  /** Whether the normalized path was checked, not its letters. */
  readonly isFile: boolean
}

/** Own limit: names and calls in the backward search. */
const DEPTH_MAX = 8

/** @returns names for a register's value that are still valid at `to` */
export function subjectsOf(inside: Definitions, register: Register, from: At, to: At): readonly CheckSubject[] {
  const found: CheckSubject[] = []
  // The check may concern a variable itself, not one read of it.
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

/** Returns the assigned variable of `(x = next()) in LIST`. */
function assigned({ inside, to, found }: Search, register: Register, from: At): void {
  const definition = inside.of(register, from)
  if (definition === undefined || definition.at.block !== from.block) return
  const { instructions } = inside.fn.blocks[from.block]!
  for (let index = definition.at.index + 1; index < from.index; index += 1) {
    const instruction = instructions[index]!
    if (instruction.op !== 'assign' || instruction.from !== register) continue
    if (inside.isSame(instruction.to, { block: from.block, index: index + 1 }, to))
      found.push({
        subject: { type: 'variable', register: instruction.to },
        isHost: false,
        isNormal: false,
        isFile: false,
      })
  }
}

interface Search {
  readonly inside: Definitions
  readonly to: At
  readonly found: CheckSubject[]
  readonly isFile: boolean
}

function collect(search: Search, register: Register, at: At, isHost: boolean, depth: number): void {
  const { inside, to, found, isFile } = search
  if (depth > DEPTH_MAX || register === NONE) return
  const definition = inside.of(register, at)
  if (definition === undefined) return
  const { one, at: where } = definition
  const second = (next: Register, asHost = isHost): void => collect(search, next, where, asHost, depth + 1)
  switch (one.op) {
    case 'read':
      if (inside.isSame(one.from, where, to)) {
        const isNormal = isFile || isNormalised(inside, one.from, where)
        found.push({ subject: { type: 'variable', register: one.from }, isHost, isNormal, isFile })
      }
      second(one.from)
      return
    case 'assign':
      second(one.from)
      return
    case 'load': {
      const isSaved = (step: Instruction): boolean => step.op === 'save' && cellKey(step.cell) === cellKey(one.cell)
      if (inside.isWithout(isSaved, where, to))
        found.push({ subject: { type: 'cell', cell: one.cell }, isHost, isNormal: isFile, isFile })
      return
    }
    case 'member':
      // The value of a Go call with an error as its second result.
      if (one.key === '0' && isPair(inside, one.object, where)) second(one.object)
      else {
        if (isUnchanged(inside, one, where, to))
          found.push({ subject: { type: 'member', one, at: where }, isHost, isNormal: isFile, isFile })
        if (isCanonical(one.key)) collect({ ...search, isFile: true }, one.object, where, false, depth + 1)
        if (!isHost && one.key !== undefined && HOST_KEYS.has(one.key) && isAddress(inside, one.object, where))
          second(one.object, true)
      }
      return
    case 'combine':
      second(completeOperand(one, inside.language))
      return
    case 'call':
      collectFile(search, one, where, depth)
      collectCall(search, one, where, second, isHost)
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

/** Returns the operand that a combination contains as a whole. */
function completeOperand(instruction: Extract<Instruction, { op: 'combine' }>, language: string): Register {
  const { kind, operator, from } = instruction
  // A part of a text proves nothing about the rest.
  if (operator === 'slice' || (operator === '*' && language === 'cpp')) return NONE
  const isOne = from.length === 1
  if (isOne && (kind === 'either' || kind === 'text')) return from[0]!
  if (kind === 'number' && ((isOne && operator === '+') || operator === 'parse')) return from[0]!
  return kind === 'either' && from.length === 2 ? from[1]! : NONE
}

type Call = Extract<Instruction, { op: 'call' }>

/** `file.getCanonicalPath()`, `realpath(path)`: the same file by a shorter way. */
function collectFile(search: Search, call: Call, at: At, depth: number): void {
  const [first, second] = call.arguments
  if (second !== undefined || !makesNormal(call, search.inside.language)) return
  collect({ ...search, isFile: true }, first?.value ?? call.receiver, at, false, depth + 1)
}

function collectCall(
  { inside }: Search,
  call: Call,
  at: At,
  repeated: (next: Register, asHost?: boolean) => void,
  isHost: boolean,
): void {
  const [first = NONE, second = NONE] = call.arguments.map(({ value }) => value)
  const isComma = (register: Register, inner = 0): boolean => {
    const by = inside.of(register, at)?.one
    return (
      (by?.op === 'constant' && by.value === ',') ||
      (by?.op === 'combine' && by.from.length === 1 && inner < DEPTH_MAX && isComma(by.from[0]!, inner + 1))
    )
  }
  if (call.receiver !== NONE && call.method === 'split') {
    if (isComma(first)) repeated(call.receiver)
  } else if (call.name === 'explode') {
    if (isComma(first)) repeated(second)
  } else if (call.name === 'strings.Split') {
    if (isComma(second)) repeated(first)
  } else if (call.receiver !== NONE && SAME_TEXT.has(call.method)) repeated(call.receiver)
  else if (SAME_TEXT_FUNCTIONS.has(call.name)) repeated(first)
  else if (!isHost && call.receiver !== NONE && HOST_KEYS.has(call.method)) {
    if (isAddress(inside, call.receiver, at)) repeated(call.receiver, true)
  } else if ((isHost || call.name === 'parse_url') && isDestructuring(call)) repeated(first, true)
  else if (isHost && UNWRAPS.test(call.method)) repeated(call.receiver)
}

/** Functions that return their receiver as a URL, or convert it to one. */
const UNWRAPS = /^(?:unwrap|expect|toURI|toURL|toUri|toUrl|toHttpUrl|toHttpUrlOrNull|getOrThrow)$/

const ADDRESS_TYPE = /(?:^|[.*&:\s])(?:URL|URI|Uri|Url|HttpUrl)\??$/

function isDestructuring({ name }: Call): boolean {
  return ADDRESSES.has(name) || ADDRESSES.has(lastTwo(name))
}

/** Whether a value is a parsed URL: the host of a request proves nothing about a URL in it. */
function isAddress(inside: Definitions, register: Register, from: At): boolean {
  const { types, parameters } = inside.fn
  let next = register
  let at = from
  for (let depth = 0; depth < DEPTH_MAX && next !== NONE; depth += 1) {
    const of = next
    const type = types?.get(of) ?? parameters.find((parameter) => parameter.register === of)?.type
    if (type !== undefined && ADDRESS_TYPE.test(type)) return true
    const found = inside.of(next, at)
    if (found === undefined) return false
    const { one } = found
    at = found.at
    if (one.op === 'read' || one.op === 'assign') next = one.from
    else if (one.op === 'combine' && one.kind === 'either') next = one.from.at(-1) ?? NONE
    else if (one.op === 'member' && one.key === '0') next = one.object
    else if (one.op !== 'call') return false
    else if (isDestructuring(one)) return true
    else if (UNWRAPS.test(one.method)) next = one.receiver
    else return false
  }
  return false
}

/** Whether a member is unchanged between two points: no assignment, and no call with its object. */
function isUnchanged(inside: Definitions, member: Member, from: At, to: At): boolean {
  const above = new Set<Register>()
  let base: string | undefined
  let next = member.object
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
      (step.op === 'store' && (step.key === undefined || member.key === undefined || step.key === member.key)) ||
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

/** Whether a value is the result of a Go call with an error, not the result of a split. */
function isPair(inside: Definitions, register: Register, at: At): boolean {
  const item = inside.of(register, at)?.one
  return inside.language === 'go' && item?.op === 'call' && !item.name.startsWith('strings.')
}

/** Whether a call removes `..` from a path. */
function makesNormal({ method, name }: Call, language: string): boolean {
  // In this language it only joins two paths.
  if (method === 'resolve' && (language === 'java' || language === 'kotlin')) return false
  if (NORMALS.has(method)) return true
  return language === 'go' ? name === 'filepath.Join' || name === 'path.Join' : name === 'path.join'
}

/** Whether a Kotlin member is such a call. */
function isCanonical(key: string | undefined): boolean {
  return key === 'canonicalPath' || key === 'canonicalFile'
}

/** Whether a variable is a normalized path. */
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
