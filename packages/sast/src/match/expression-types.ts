import { type CompactTree, textOf } from '../tree/compact-tree.ts'
import { memberTypesOf, plainType } from './member-types.ts'
import { assignmentOf, namePath } from './shapes.ts'
import { childIn, speaking, unwrap, type Vocabulary } from './view.ts'

/** Gatehouse-specific limit: maximum depth of followed members and calls. */
const DEPTH_MAX = 8

/** Returns the type of an expression that is no name: a member of a typed value, a construction, a call result. */
export function typeOfExpression(
  tree: CompactTree,
  vocabulary: Vocabulary,
  value: number,
  ofName: (node: number) => string | undefined,
  depth = 0,
): string | undefined {
  const node = unwrap(tree, value, vocabulary)
  const typed = ofName(node)
  if (typed !== undefined || depth > DEPTH_MAX) return typed
  const kind = tree.kinds.name(tree.kind[node]!)
  const part = (field: string): number => childIn(tree, node, tree.kinds.field(field))
  const inner = (item: number): string | undefined =>
    item === -1 ? undefined : typeOfExpression(tree, vocabulary, item, ofName, depth + 1)
  const member = vocabulary.rows.members.get(tree.kind[node]!)
  if (member !== undefined) {
    if (member.object === '') return undefined
    const object = inner(part(member.object))
    const name = part(member.member)
    if (object === undefined || name === -1) return undefined
    return memberTypesOf(tree, vocabulary).fields.get(plainType(object))?.get(textOf(tree, name))
  }
  if (kind === 'composite_literal') return part('type') === -1 ? undefined : textOf(tree, part('type'))
  if (kind === 'unary_expression' && tree.text[tree.start[node]!] === '&') return inner(part('operand'))
  if (kind === 'postfix_unary_expression' || kind === 'non_null_expression')
    return inner(speaking(tree, node, vocabulary)[0] ?? -1)
  if (kind === 'await' || kind === 'await_expression') return inner(speaking(tree, node, vocabulary).at(-1) ?? -1)
  return vocabulary.language.makes === undefined ? undefined : typeOfCall(tree, vocabulary, node, inner)
}

function typeOfCall(
  tree: CompactTree,
  vocabulary: Vocabulary,
  node: number,
  inner: (node: number) => string | undefined,
): string | undefined {
  const { makes = {}, creator } = vocabulary.language
  const call = calledBy(tree, vocabulary, node)
  if (call === undefined) return undefined
  const { path, object, method } = call
  for (const key of [path, `*.${method}`]) if (key !== undefined && Object.hasOwn(makes, key)) return makes[key]
  if (path === 'new' || path === 'make') {
    const list = childIn(tree, node, tree.kinds.field('arguments'))
    const [first] = list === -1 ? [] : speaking(tree, list, vocabulary)
    return first === undefined ? undefined : textOf(tree, first)
  }
  if (path !== undefined && method === creator && path.endsWith(`.${method}`)) return path.slice(0, -method.length - 1)
  if (path !== undefined && !path.includes('.')) return memberTypesOf(tree, vocabulary).results.get(path)
  const type = inner(object)
  if (type === undefined) return undefined
  return [plainPath(type), plainType(type)]
    .map((item) => `${item}.${method}`)
    .filter((key) => Object.hasOwn(makes, key))
    .map((key) => makes[key])[0]
}

interface Call {
  /** Dotted name of the callee; undefined where it contains other nodes. */
  readonly path: string | undefined
  /** The object of a method; -1 for none. */
  readonly object: number
  readonly method: string
}

function calledBy(tree: CompactTree, vocabulary: Vocabulary, node: number): Call | undefined {
  const row = vocabulary.rows.calls.get(tree.kind[node]!)
  const called = row === undefined ? -1 : childIn(tree, node, tree.kinds.field(row.callee))
  if (row === undefined || called === -1) return undefined
  if (row.object === undefined) {
    const path = namePath(tree, called, vocabulary)
    const member = vocabulary.rows.members.get(tree.kind[called]!)
    if (member === undefined) return { path, object: -1, method: path ?? '' }
    const name = childIn(tree, called, tree.kinds.field(member.member))
    const method = name === -1 ? '' : textOf(tree, name)
    return { path, object: childIn(tree, called, tree.kinds.field(member.object)), method }
  }
  const object = childIn(tree, node, tree.kinds.field(row.object))
  const method = textOf(tree, called)
  const before = object === -1 ? '' : namePath(tree, object, vocabulary)
  return { path: before === undefined ? undefined : before === '' ? method : `${before}.${method}`, object, method }
}

function plainPath(type: string): string {
  return type.replace(/^[*&]{1,9}/, '')
}

/** Returns the names that an assignment defines, with their types; one call may define several names. */
export function assignedTypes(
  tree: CompactTree,
  vocabulary: Vocabulary,
  node: number,
  ofName: (node: number) => string | undefined,
): readonly (readonly [name: string, type: string])[] {
  const row = vocabulary.rows.assignments.get(tree.kind[node]!)
  if (row === undefined || vocabulary.language.makes === undefined) return []
  const assignment = row.right === '' ? assignmentOf(tree, node, vocabulary) : undefined
  const left = listIn(tree, vocabulary, assignment?.left ?? childIn(tree, node, tree.kinds.field(row.left)))
  const right = listIn(tree, vocabulary, assignment?.right ?? childIn(tree, node, tree.kinds.field(row.right)))
  const isOne = right.length === 1
  return left.flatMap((name, index) => {
    const value = isOne ? right[0] : right[index]
    if (value === undefined || (isOne && index > 0)) return []
    const kind = tree.kind[name]!
    if (!vocabulary.identifiers.has(kind) && !vocabulary.rows.members.has(kind)) return []
    const type = typeOfExpression(tree, vocabulary, value, ofName)
    return type === undefined ? [] : [[textOf(tree, name), type] as const]
  })
}

function listIn(tree: CompactTree, vocabulary: Vocabulary, node: number): readonly number[] {
  if (node === -1) return []
  return tree.kinds.name(tree.kind[node]!) === 'expression_list' ? speaking(tree, node, vocabulary) : [node]
}
