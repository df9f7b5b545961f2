import { type CompactTree, textOf } from '../tree/compact-tree.ts'
import { memberTypesOf, plainType } from './member-types.ts'
import { namePath } from './shapes.ts'
import { childIn, speaking, unwrap, type Vocabulary } from './view.ts'

/** Ours: how deep members and calls are followed. */
const DEPTH_MAX = 8

/** The type of what is no name: a member of something whose type is known, what is made, what a call gives. */
export function typeOfExpression(
  tree: CompactTree,
  vocabulary: Vocabulary,
  given: number,
  ofName: (node: number) => string | undefined,
  depth = 0,
): string | undefined {
  const node = unwrap(tree, given, vocabulary)
  const typed = ofName(node)
  if (typed !== undefined || depth > DEPTH_MAX) return typed
  const kind = tree.kinds.name(tree.kind[node]!)
  const part = (field: string): number => childIn(tree, node, tree.kinds.field(field))
  const inner = (one: number): string | undefined =>
    one === -1 ? undefined : typeOfExpression(tree, vocabulary, one, ofName, depth + 1)
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
  return kind === 'call_expression' && vocabulary.language.makes !== undefined
    ? typeOfCall(tree, vocabulary, node, inner)
    : undefined
}

function typeOfCall(
  tree: CompactTree,
  vocabulary: Vocabulary,
  node: number,
  inner: (node: number) => string | undefined,
): string | undefined {
  const called = childIn(tree, node, tree.kinds.field('function'))
  const list = childIn(tree, node, tree.kinds.field('arguments'))
  const path = called === -1 ? undefined : namePath(tree, called, vocabulary)
  const { makes = {} } = vocabulary.language
  if (path !== undefined && Object.hasOwn(makes, path)) return makes[path]
  if (path === 'new' || path === 'make') {
    const [first] = list === -1 ? [] : speaking(tree, list, vocabulary)
    return first === undefined ? undefined : textOf(tree, first)
  }
  if (path !== undefined && !path.includes('.')) return memberTypesOf(tree, vocabulary).results.get(path)
  const row = called === -1 ? undefined : vocabulary.rows.members.get(tree.kind[called]!)
  if (row === undefined) return undefined
  const object = inner(childIn(tree, called, tree.kinds.field(row.object)))
  const method = childIn(tree, called, tree.kinds.field(row.member))
  const key = object === undefined || method === -1 ? '' : `${plainPath(object)}.${textOf(tree, method)}`
  return Object.hasOwn(makes, key) ? makes[key] : undefined
}

function plainPath(type: string): string {
  return type.replace(/^[*&]{1,9}/, '')
}

/** What names are given by an assignment, with the types of that; several names may be given what one call gives. */
export function typesGiven(
  tree: CompactTree,
  vocabulary: Vocabulary,
  node: number,
  ofName: (node: number) => string | undefined,
): readonly (readonly [name: string, type: string])[] {
  const row = vocabulary.rows.assignments.get(tree.kind[node]!)
  if (row === undefined || vocabulary.language.makes === undefined) return []
  const left = listIn(tree, vocabulary, childIn(tree, node, tree.kinds.field(row.left)))
  const right = listIn(tree, vocabulary, childIn(tree, node, tree.kinds.field(row.right)))
  const isOne = right.length === 1
  return left.flatMap((name, index) => {
    const value = isOne ? right[0] : right[index]
    if (value === undefined || (isOne && index > 0) || !vocabulary.identifiers.has(tree.kind[name]!)) return []
    const type = typeOfExpression(tree, vocabulary, value, ofName)
    return type === undefined ? [] : [[textOf(tree, name), type] as const]
  })
}

function listIn(tree: CompactTree, vocabulary: Vocabulary, node: number): readonly number[] {
  if (node === -1) return []
  return tree.kinds.name(tree.kind[node]!) === 'expression_list' ? speaking(tree, node, vocabulary) : [node]
}
