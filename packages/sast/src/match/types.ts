import { type CompactTree, isLeaf, textOf } from '../tree/compact-tree.ts'
import { assignedTypes } from './expression-types.ts'
import { memberTypesOf } from './member-types.ts'
import { assignmentOf, scopeOf } from './shapes.ts'
import { Scoped } from './scoped.ts'
import { childIn, declared, speaking, unwrap, type Vocabulary } from './view.ts'

/** Keywords in the place of an omitted type. */
const INFERRED = /^(?:var|auto|let|val|dynamic)$/

/** A member of the object itself. */
const OWN = /^(?:\$?this(?:->|\.)|self\.)(\w{1,200})$/

/** Modifiers that turn a parameter into a member. */
const MEMBER = /^(?:accessibility_modifier|readonly|override_modifier)$/

/** Returns the declared or assigned types of names, by scope and name. */
export function typesOf(tree: CompactTree, vocabulary: Vocabulary): Scoped<string> {
  const types = new Scoped<string>()
  for (let node = 0; node < tree.count; node += 1) readDeclared(tree, node, vocabulary, types)
  /** As far as it has been read. */
  const typeOfName = (node: number): string | undefined => {
    const isName = vocabulary.identifiers.has(tree.kind[node]!)
    const own = isName ? undefined : ownMember(textOf(tree, node))
    const names = isName ? [textOf(tree, node)] : own === undefined ? [] : [own, keyOfOwn(own)]
    const known = names.map((name) => types.of(name)).filter((item) => item !== undefined)
    for (let scope = node; known.length > 0 && scope !== -1; scope = tree.parent[scope]!) {
      if (!isName && vocabulary.functions.has(tree.kind[scope]!)) continue
      const type = known.map((scopes) => scopes.get(scope)).find((item) => item !== undefined)
      if (type !== undefined) return type
    }
    return undefined
  }
  for (let node = 0; node < tree.count; node += 1) {
    const values = assignedTypes(tree, vocabulary, node, typeOfName)
    const created = constructedType(tree, node, vocabulary)
    for (const [name, type] of created === undefined ? values : [...values, [created.name, created.type] as const]) {
      const inner = scopeOf(tree, node, vocabulary.functions)
      // A member of an object is the same in all methods of its class.
      const own = ownMember(name)
      const scope = (own !== undefined || name.startsWith('@')) && inner > 0 ? tree.parent[inner]! : inner
      const key = own === undefined ? name : keyOfOwn(own)
      if (types.get(scope, key) === undefined) types.set(scope, key, type)
    }
  }
  return types
}

/** The name of a member of the object itself: `x` of `this.x`, `self.x`, `$this->x`; undefined for all else. */
export function ownMember(written: string): string | undefined {
  return OWN.exec(written)?.[1]
}

/** Returns the key for members that no class declares, distinct from variables of the same name. */
export function keyOfOwn(member: string): string {
  return `.${member}`
}

/** Reads a name with a type next to it. */
function readDeclared(tree: CompactTree, node: number, vocabulary: Vocabulary, types: Scoped<string>): void {
  const { kinds, functions, rows } = vocabulary
  const row = rows.typed.get(tree.kind[node]!)
  if (row === undefined) return
  const type = childIn(tree, node, kinds.field(row.type))
  const named = row.name === '' ? speaking(tree, node, vocabulary)[0] : childIn(tree, node, kinds.field(row.name))
  if (named === undefined || named === -1 || type === -1 || INFERRED.test(textOf(tree, type))) return
  const own = ownMember(textOf(tree, named))
  const name = own === undefined ? firstName(tree, declared(tree, named, vocabulary), vocabulary) : keyOfOwn(own)
  if (name === undefined) return
  const inner = scopeOf(tree, node, functions)
  const scope = own !== undefined && inner > 0 ? tree.parent[inner]! : inner
  types.set(scope, name, textOf(tree, type))
  // A parameter of TypeScript that is a member as well.
  const isMember = speaking(tree, node, vocabulary).some((child) => MEMBER.test(kinds.name(tree.kind[child]!)))
  if (isMember && scope > 0) types.set(scopeOf(tree, scope, functions), name, textOf(tree, type))
}

/** All types that an expression of the file may turn out to have. */
export function namesOfTypes(tree: CompactTree, vocabulary: Vocabulary, types: Scoped<string>): ReadonlySet<string> {
  const { rows, kinds, language } = vocabulary
  const names = new Set<string>(['String'])
  for (const [, scopes] of types.entries()) for (const type of scopes.values()) names.add(type)
  const { fields, results } = memberTypesOf(tree, vocabulary)
  for (const own of fields.values()) for (const type of own.values()) names.add(type)
  for (const type of results.values()) if (type !== undefined && language.makes !== undefined) names.add(type)
  for (const type of Object.values(language.makes ?? {})) names.add(type)
  for (let node = 0; node < tree.count; node += 1) {
    const row = rows.calls.get(tree.kind[node]!)
    if (row === undefined || row.callee === 'function') continue
    const called =
      row.object === undefined ? createdType(tree, node, vocabulary) : childIn(tree, node, kinds.field(row.callee))
    if (called === -1) continue
    if (row.object === undefined) names.add(textOf(tree, called))
    else if (textOf(tree, called) === language.creator) {
      const type = childIn(tree, node, kinds.field(row.object))
      if (type !== -1) names.add(textOf(tree, type))
    }
  }
  return names
}

/** Returns the type of `x = new T()` from the construction. */
function constructedType(
  tree: CompactTree,
  node: number,
  vocabulary: Vocabulary,
): { readonly name: string; readonly type: string } | undefined {
  const assignment = assignmentOf(tree, node, vocabulary)
  if (assignment === undefined) return undefined
  const right = unwrap(tree, assignment.right, vocabulary)
  const isMember = vocabulary.rows.members.has(tree.kind[unwrap(tree, assignment.left, vocabulary)]!)
  const name = isMember ? textOf(tree, assignment.left) : firstName(tree, assignment.left, vocabulary)
  const type = createdType(tree, right, vocabulary)
  return name === undefined || type === -1 ? undefined : { name, type: textOf(tree, type) }
}

/** The node of the type that `new T()` creates; -1 for none. */
export function createdType(tree: CompactTree, node: number, vocabulary: Vocabulary): number {
  const row = vocabulary.rows.calls.get(tree.kind[node]!)
  if (row === undefined || row.callee === 'function' || row.object !== undefined) return -1
  const type = childIn(tree, node, vocabulary.kinds.field(row.callee))
  if (type !== -1 || !row.callee.startsWith('#')) return type
  // A name in a namespace is of another kind.
  return speaking(tree, node, vocabulary).find((child) => vocabulary.identifiers.has(tree.kind[child]!)) ?? -1
}

function firstName(tree: CompactTree, node: number, { identifiers }: Vocabulary): string | undefined {
  let first = node
  // A name may consist of a sigil and a word.
  while (!isLeaf(tree, first) && !identifiers.has(tree.kind[first]!)) first += 1
  return textOf(tree, first)
}
