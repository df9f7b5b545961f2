import { type CompactTree, textOf } from '../tree/compact-tree.ts'
import { bind, type Bindings } from './bindings.ts'
import type { Matcher } from './matcher.ts'
import type { NodePattern, Pattern } from './pattern.ts'
import { memberName } from './shapes.ts'
import { childIn, speaking, type Vocabulary } from './view.ts'

/** Fields of statements that contain one statement or a block. */
const BODIES = ['body', 'consequence', 'alternative'] as const

/** Returns the matches of equivalent forms of a pattern node. */
export function otherForms(
  pattern: NodePattern,
  node: number,
  bindings: Bindings,
  matcher: Matcher,
): readonly Bindings[] {
  const { tree, vocabulary, sequences } = matcher
  if (pattern.isParameters === true && isOnlyParameter(tree, node, vocabulary)) {
    return sequences.list(pattern.children, [node], bindings)
  }
  if (pattern.isPair === true) {
    const name = shorthandAt(tree, node)
    if (name !== -1) return sequences.list(pattern.children.filter(isExplicit), [name, name], bindings)
  }
  if (isSingleElementList(pattern, matcher)) return sequences.list(pattern.children, [node], bindings)
  if (isConstructed(pattern, node, matcher)) return constructed(pattern, node, bindings, matcher)
  if (pattern.isBlock && isBody(tree, node, vocabulary)) return sequences.block(pattern.children, [node], bindings)
  return []
}

/** Returns the name where `{ a }` and `{ a = 1 }` mean `{ a: a }`; -1 for all other nodes. */
function shorthandAt(tree: CompactTree, node: number): number {
  const kind = tree.kinds.name(tree.kind[node]!)
  if (kind.startsWith('shorthand_property_identifier')) return node
  return kind === 'object_assignment_pattern' ? shorthandAt(tree, node + 1) : -1
}

function isExplicit(part: Pattern): boolean {
  return part.type !== 'leaf' || part.text !== ':'
}

/** Whether a node is the only parameter without a parameter list: `x => y`. */
function isOnlyParameter(tree: CompactTree, node: number, { functions, identifiers, kinds }: Vocabulary): boolean {
  const parent = tree.parent[node]!
  if (parent === -1 || !functions.has(tree.kind[parent]!)) return false
  const isName = identifiers.has(tree.kind[node]!) || kinds.name(tree.kind[node]!) === 'implicit_parameter'
  return isName && childIn(tree, parent, kinds.field('body')) !== node && tree.parent[node + 1] !== node
}

/** Whether a statement is the body without a block. */
function isBody(tree: CompactTree, value: number, { blocks, transparent, functions, kinds }: Vocabulary): boolean {
  let node = value
  if (blocks.has(tree.kind[node]!)) return false
  while (tree.parent[node]! > 0 && transparent.has(tree.kind[tree.parent[node]!]!) && tree.field[node] === 0) {
    node = tree.parent[node]!
  }
  const parent = tree.parent[node]!
  if (parent === -1 || functions.has(tree.kind[parent]!)) return false
  return BODIES.some((field) => tree.field[node] !== 0 && tree.field[node] === kinds.field(field))
}

/** An arrow under a function without a name. */
export function matchArrow(
  { params, body }: NonNullable<NodePattern['arrow']>,
  node: number,
  bindings: Bindings,
  matcher: Matcher,
): readonly Bindings[] {
  const { tree, vocabulary } = matcher
  const of = (field: string): number => childIn(tree, node, vocabulary.kinds.field(field))
  const parameters = of('parameters') === -1 ? of('parameter') : of('parameters')
  const code = of('body')
  if (parameters === -1 || code === -1) return []
  return matcher.match(params, parameters, bindings).flatMap((item) => {
    const found = matcher.match(body, code, item)
    const isExpression = !vocabulary.blocks.has(tree.kind[code]!)
    if (found.length > 0 || !isExpression || body.type !== 'node') return found
    return matcher.sequences.block(body.children, [code], item)
  })
}

/** Matches an element with an empty body against a self-closing element; undefined for all other nodes. */
export function matchEmpty(
  pattern: NodePattern,
  node: number,
  bindings: Bindings,
  { tree, vocabulary, sequences }: Matcher,
): readonly Bindings[] | undefined {
  if (pattern.isTag !== true || tree.kinds.name(tree.kind[node]!) !== 'jsx_element') return undefined
  const [opening, closing, ...more] = speaking(tree, node, vocabulary).filter(
    (part) => textOf(tree, part).trim() !== '',
  )
  if (opening === undefined || closing === undefined || more.length > 0) return []
  const patterns = pattern.children.filter((child) => child.type !== 'leaf' || child.text !== '/>')
  return sequences.children({ ...pattern, children: patterns }, opening, bindings)
}

/** A class that is exported, with the decorators before that word; undefined for all else. */
export function matchExported(
  pattern: NodePattern,
  node: number,
  bindings: Bindings,
  { tree, vocabulary, sequences }: Matcher,
): readonly Bindings[] | undefined {
  if (pattern.isDecorated !== true || tree.kinds.name(tree.kind[node]!) !== 'export_statement') return undefined
  const parts = speaking(tree, node, vocabulary)
  const inner = parts.at(-1)
  if (inner === undefined || !pattern.kinds.has(tree.kind[inner]!)) return []
  const decorators = parts.filter((part) => tree.kinds.name(tree.kind[part]!) === 'decorator')
  return sequences.list(pattern.children, [...decorators, ...speaking(tree, inner, vocabulary)], bindings)
}

/** `a['b']` under a pattern of `a.b`; undefined for all else. */
export function matchIndexed(
  pattern: NodePattern,
  node: number,
  bindings: Bindings,
  matcher: Matcher,
): readonly Bindings[] | undefined {
  const { tree, vocabulary } = matcher
  if (pattern.isMember !== true || tree.kinds.name(tree.kind[node]!) !== 'subscript_expression') return undefined
  const [object, member, ...more] = pattern.children.filter((child) => child.type !== 'leaf' || child.isName)
  const index = childIn(tree, node, tree.kinds.field('index'))
  const name = index === -1 ? undefined : memberName(tree, index, vocabulary)
  if (object === undefined || member === undefined || more.length > 0 || name === undefined) return []
  const found = matcher.match(object, childIn(tree, node, tree.kinds.field('object')), bindings)
  if (member.type === 'leaf') return member.text === name ? found : []
  if (member.type !== 'meta' || member.ofType !== undefined) return []
  const start = tree.start[index]! + 1
  return found.flatMap((item) => {
    const bound = bind(item, member.name, { start, end: start + name.length, node: -1, key: name })
    return bound === undefined ? [] : [bound.bindings]
  })
}

/** Whether `0, ...` means a list in which one value needs no brackets, as in Go. */
function isSingleElementList({ kinds, children }: NodePattern, { tree }: Matcher): boolean {
  return (
    kinds.size === 1 &&
    kinds.has(tree.kinds.id('expression_list', true)) &&
    children.some(({ type }) => type === 'ellipsis')
  )
}

/** Matches pipelines: a pattern may name only the first commands. */
export function matchPipeline(
  { kinds, children }: NodePattern,
  node: number,
  bindings: Bindings,
  { tree, source, sequences }: Matcher,
): readonly Bindings[] {
  if (!kinds.has(tree.kinds.id('pipeline', true))) return []
  const code = source.speaking(node)
  return code.length > children.length ? sequences.list(children, code.slice(0, children.length), bindings) : []
}

/** Whether `T a(b)` is a construction: the C++ grammar parses it as a function declaration, but `b` can be no type. */
function isConstructed(pattern: NodePattern, node: number, { tree }: Matcher): boolean {
  const { kinds } = tree
  return (
    pattern.children.length === 2 &&
    pattern.kinds.has(kinds.id('function_declarator', true)) &&
    kinds.name(tree.kind[node]!) === 'init_declarator'
  )
}

function constructed(
  { children: [name, list] }: NodePattern,
  node: number,
  bindings: Bindings,
  matcher: Matcher,
): readonly Bindings[] {
  const { tree, vocabulary, sequences } = matcher
  const declarator = childIn(tree, node, tree.kinds.field('declarator'))
  const value = childIn(tree, node, tree.kinds.field('value'))
  if (name === undefined || list?.type !== 'node' || declarator === -1 || value === -1) return []
  if (tree.kinds.name(tree.kind[value]!) !== 'argument_list') return []
  const values = speaking(tree, value, vocabulary)
  return matcher.match(name, declarator, bindings).flatMap((item) => sequences.list(list.children, values, item))
}
