import { assignmentOf } from '../../src/match/shapes.ts'
import type { Code } from './code.ts'
import type { Draft, Piece } from './draft.ts'
import { factsOf } from './facts/all.ts'
import type { Helper, HelperParameter } from './facts/facts.ts'
import { Names } from './names.ts'

/** Code to extract into a function, except parts that the function receives. */
export interface Extracted {
  readonly start: number
  readonly end: number
  /** In their order. */
  readonly holes: readonly number[]
  readonly statement: number
}

/** A function with the extracted code. */
export interface Made {
  readonly pieces: readonly Piece[]
  /** Replacement of the extracted code. */
  readonly call: readonly Piece[]
}

/** Requirements for a helper. */
export interface Wanted {
  readonly name: string
  /** Whether it moves to another file, without access to names of this one. */
  readonly isMoved: boolean
  /** Whether it may receive constants of the original function. */
  readonly mayGiveConstants: boolean
  /** Whether it needs the types of its parameters. */
  readonly needsTypes: boolean
  /** Whether it computes a value for other code. */
  readonly isValue?: boolean
}

const knownNames = new WeakMap<Code, Names>()

function namesOf(code: Code): Names {
  const names = knownNames.get(code) ?? new Names(code)
  knownNames.set(code, names)
  return names
}

/** Creates a function from a part of a file; undefined where the program would change. */
export function makeHelper(code: Code, extracted: Extracted, wanted: Wanted): Made | undefined {
  const helper = factsOf(code.language)!.extract.helper
  if (helper === undefined) return undefined
  const { start, end, holes, statement } = extracted
  const inner = innerPieces(code, extracted)
  const own = inner
    .map((piece) => (typeof piece === 'string' || 'of' in piece ? '' : code.text.slice(...piece)))
    .join(' ')
  if (helper.unmovable.test(own) || /\n/.test(own.trim()) || (wanted.isMoved && helper.file === undefined))
    return undefined
  const free = freeIn(code, extracted, wanted)
  if (free === undefined) return undefined
  const helperParameters = holes.map((hole, at) => parameter(`given${at + 1}`, typeOf(code, hole), helper, code))
  const parameters = [...helperParameters, ...free]
  if (new Set(parameters.map(({ name }) => name)).size !== parameters.length) return undefined
  if (wanted.needsTypes && parameters.some(({ type }) => type === undefined)) return undefined
  const returned = holes.length === 0 ? typeOf(code, innermost(code, start, end)) : undefined
  // A call result has no declared type at the call.
  if (wanted.needsTypes && wanted.isValue === true) return undefined
  const isStatement =
    code.start(statement) === start && code.text.slice(end, code.end(statement)).replace(';', '') === ''
  const outer = code.language.functions.includes('method_declaration') ? memberOf(code, statement) : -1
  const isStatic = outer !== -1 && /^[^({]*\bstatic\b/.test(code.textOf(outer))
  const [head, tail] = helper.around(wanted.name, parameters, {
    isStatement,
    isStatic,
    isPublic: wanted.isMoved,
    ...(returned !== undefined && { returned }),
  })
  const called = wanted.isMoved ? helper.file!.called(wanted.name) : wanted.name
  const holders = holes.map((_, at) => `\0${at}\0`)
  const call = helper.call(called, [...holders, ...free.map(({ name }) => name)]).split('\0')
  return {
    pieces: [head, ...inner, tail],
    // Every other part is the index of an argument.
    call: call.map((part, at) =>
      at % 2 === 0 ? part : ([code.start(holes[Number(part)]!), code.end(holes[Number(part)]!)] as const),
    ),
  }
}

function innermost(code: Code, start: number, end: number): number {
  return [...code.nodes()].findLast((node) => code.start(node) === start && code.end(node) === end) ?? 0
}

function parameter(name: string, type: string | undefined, { call }: Helper, code: Code): HelperParameter {
  const own = `${factsOf(code.language)!.names.sigil ?? ''}${name}`
  return { name: call === undefined ? name : own, ...(type !== undefined && { type }) }
}

function innerPieces(code: Code, { start, end, holes }: Extracted): readonly Piece[] {
  const pieces: Piece[] = []
  let at = start
  for (const [number, hole] of holes.entries()) {
    const range = [code.start(hole), code.end(hole)] as const
    const sigil = factsOf(code.language)!.names.sigil ?? ''
    pieces.push([at, range[0]], { text: `${sigil}given${number + 1}`, of: range })
    at = range[1]
  }
  return [...pieces, [at, end]]
}

/** Returns the names that a helper has to receive; undefined where it needs names that cannot be passed. */
function freeIn(code: Code, { start, end, holes }: Extracted, wanted: Wanted): readonly HelperParameter[] | undefined {
  const names = namesOf(code)
  const facts = factsOf(code.language)!.names
  const found = new Map<string, HelperParameter>()
  for (const node of code.nodes()) {
    const isInner = code.start(node) >= start && code.end(node) <= end && !holes.some((hole) => code.isIn(node, hole))
    if (isInner && wanted.isMoved && names.scopeOf(node) === undefined && isGivenIn(code, node)) return undefined
    if (!isInner || !facts.kinds.includes(code.kind(node)) || !names.isPlace(node)) continue
    const text = code.textOf(node)
    const scope = names.scopeOf(node)
    if (scope === undefined || code.start(scope) > start) continue
    if (code.start(scope) === start && scope !== 0) continue
    const isOutside = scope === 0 || facts.classes.includes(code.kind(scope))
    if (names.isDefinition(node) || (isOutside && wanted.isMoved && facts.classes.includes(code.kind(scope)))) {
      if (wanted.isMoved) return undefined
      continue
    }
    // A function sees outer variables where the language allows it.
    if (isOutside && !wanted.isMoved && !/^(?:php|ruby)$/.test(code.language.name)) continue
    if (code.language.name === 'bash') continue
    if (!wanted.mayGiveConstants && code.facts.constantOf(node) !== undefined) return undefined
    const type = typeOf(code, node)
    found.set(text, { name: text, ...(type !== undefined && { type }) })
  }
  return [...found.values()]
}

const value = new WeakMap<Code, ReadonlySet<string>>()

/** Whether a non-variable name is assigned in the file: a constant, a member. */
function isGivenIn(code: Code, node: number): boolean {
  if (!code.vocabulary.identifiers.has(code.tree.kind[node]!)) return false
  const known =
    value.get(code) ??
    new Set(
      [...code.nodes()].flatMap((item) => {
        const assignment = assignmentOf(code.tree, item, code.vocabulary)
        return assignment === undefined ? [] : [code.textOf(assignment.left)]
      }),
    )
  value.set(code, known)
  return known.has(code.textOf(node))
}

/** Returns a type as written, without its punctuation. */
function typeOf(code: Code, node: number): string | undefined {
  const type = code.facts.typeOf(node)?.replace(/^[:\s]{1,9}/, '')
  // In languages where a call has the form of a construction, its name distinguishes them.
  const isMade = code.language.name !== 'kotlin' || /(?:^|\.)[A-Z][\w?<>]*$/.test(type ?? '')
  return isMade ? type : undefined
}

/** The member of a class that a node is in; -1 for none. */
function memberOf(code: Code, node: number): number {
  for (let item = node; item > 0; item = code.parent(item)) {
    if (/^(?:class_body|declaration_list)$/.test(code.kind(code.parent(item)))) return item
  }
  return -1
}

/** Inserts a helper where the calling function can see it. @returns false if there is no such location */
export function placeHelper(code: Code, statement: number, created: Made, draft: Draft): boolean {
  const { place } = factsOf(code.language)!.extract.helper!
  let at = place === 'class' ? memberOf(code, statement) : statement
  if (at === -1) return false
  if (place === 'file') while (code.parent(at) > 0) at = code.parent(at)
  const start = code.start(headOf(code, at))
  if (!code.isFirst(start)) return false
  const indent = code.indentAt(start)
  return draft.insert(start, ...created.pieces, indent)
}

/** Returns the start of a function with its decorators and modifiers. */
function headOf(code: Code, node: number): number {
  const around = code.children(code.parent(node))
  let at = around.indexOf(node)
  while (at > 0 && code.kind(around[at - 1]!) === 'attribute_item') at -= 1
  return around[at]!
}

/** Moves a helper to a second file. */
export function moveHelper(code: Code, helper: Made, draft: Draft): void {
  draft.append(movedFile(code), ...helper.pieces)
}

/** The path of the second file of a program. */
export function movedFile(code: Code): string {
  const { name } = factsOf(code.language)!.extract.helper!.file!
  const folder = code.file.slice(0, code.file.lastIndexOf('/') + 1)
  return folder + (name.includes('.') ? name : name + /\.\w+$/.exec(code.file)![0])
}
