import type { Language } from '../languages/language.ts'
import { type CompactTree, EXTRA, NAMED } from '../tree/compact-tree.ts'
import { FIELD_BY_KIND, FIELD_BY_PLACE, type Kinds } from '../tree/kinds.ts'

/** A language's data by the numbers of its grammar. */
export interface Vocabulary {
  readonly language: Language
  readonly kinds: Kinds
  readonly identifiers: ReadonlySet<number>
  readonly strings: ReadonlySet<number>
  readonly content: ReadonlySet<number>
  readonly code: ReadonlySet<number>
  readonly joined: ReadonlySet<number>
  readonly literals: ReadonlySet<number>
  readonly transparent: ReadonlySet<number>
  readonly marked: ReadonlySet<number>
  readonly loose: ReadonlySet<number>
  readonly blocks: ReadonlySet<number>
  readonly lists: ReadonlySet<number>
  readonly inlined: ReadonlySet<number>
  readonly unordered: ReadonlySet<number>
  readonly subset: ReadonlySet<number>
  readonly named: ReadonlySet<number>
  readonly optional: ReadonlySet<number>
  readonly words: ReadonlySet<number>
  readonly optionalFields: ReadonlySet<number>
  readonly functions: ReadonlySet<number>
  readonly absent: ReadonlySet<number>
  readonly declarators: ReadonlySet<number>
  readonly flat: ReadonlySet<number>
  /** Nested qualified names: a name in two scopes is a name in the second scope, in the first scope. */
  readonly nested: ReadonlySet<number>
  /** Kinds of statements, by their names. */
  readonly statements: ReadonlySet<number>
  readonly keys: ReadonlySet<number>
  readonly tokens: ReadonlySet<number>
  readonly tails: ReadonlySet<number>
  readonly writers: ReadonlyMap<number, NonNullable<Language['writers']>[number]>
  readonly changes: ReadonlySet<number>
  readonly parameters: ReadonlySet<number>
  readonly loops: ReadonlySet<number>
  /** Objects with optional members in a pattern, and the kinds of these members. */
  readonly records: ReadonlySet<number>
  readonly recordMembers: ReadonlySet<number>
  /** Tokens that only separate. */
  readonly silent: ReadonlySet<number>
  /** Rows of the language by their kinds. */
  readonly rows: {
    readonly assignments: Rows<'assignments'>
    readonly members: Rows<'members'>
    readonly calls: Rows<'calls'>
    readonly binary: Rows<'binary'>
    readonly typed: Rows<'typed'>
  }
  readonly declarations: ReadonlySet<number>
  /** Returns the kinds that match a kind of a pattern: always the same set object, as a cache key. */
  sameAs(kind: number): ReadonlySet<number>
}

const SILENT = [',', ';', '(', ')', '{', '}', '[', ']', ':', '"', "'", '`', '\n', '${', '"""', '\0']

type Rows<Name extends 'assignments' | 'members' | 'calls' | 'binary' | 'typed'> = ReadonlyMap<
  number,
  Language[Name][number]
>

/** The first row of each kind. */
function rowsOf<Row extends { readonly kind: string }>(rows: readonly Row[], kinds: Kinds): ReadonlyMap<number, Row> {
  return new Map(rows.toReversed().map((row) => [kinds.id(row.kind, true), row]))
}

const vocabularies = new WeakMap<Kinds, Map<Language, Vocabulary>>()

function statementsOf(kinds: Kinds): ReadonlySet<number> {
  const all = Array.from({ length: kinds.count }, (_, id) => id)
  return new Set(all.filter((id) => kinds.isNamed(id) && kinds.name(id).endsWith('_statement')))
}

/** Returns the language definition with the kind numbers of its grammar, cached. */
export function vocabularyOf(language: Language, kinds: Kinds): Vocabulary {
  const known = vocabularies.get(kinds) ?? new Map<Language, Vocabulary>()
  vocabularies.set(kinds, known)
  let vocabulary = known.get(language)
  if (vocabulary === undefined) {
    vocabulary = make(language, kinds)
    known.set(language, vocabulary)
  }
  return vocabulary
}

function make(language: Language, kinds: Kinds): Vocabulary {
  // A word after a quote is a token, where a kind has the same name.
  const numbersOf = (name: string): readonly number[] =>
    name.startsWith("'") && name.length > 1
      ? [kinds.id(name.slice(1), false)]
      : [kinds.id(name, true), kinds.id(name, false)]
  const numbers = (names: readonly string[]): ReadonlySet<number> =>
    new Set(names.flatMap(numbersOf).filter((id) => id !== -1))
  return {
    language,
    kinds,
    identifiers: numbers(language.identifiers),
    strings: numbers(language.strings.kinds),
    content: numbers(language.strings.content),
    code: numbers(language.strings.code),
    joined: numbers(language.strings.joined),
    literals: numbers(language.literals),
    transparent: numbers(language.transparent),
    marked: numbers(language.marked ?? []),
    loose: numbers(language.loose),
    blocks: numbers(language.blocks),
    lists: numbers(language.lists),
    inlined: numbers(language.inlined),
    unordered: numbers(language.unordered),
    subset: numbers(language.subset),
    named: numbers(language.named),
    optional: numbers(language.optional),
    words: numbers(language.words ?? []),
    optionalFields: new Set(language.optionalFields.map((name) => kinds.field(name)).filter((id) => id !== 0)),
    functions: numbers(language.functions),
    absent: numbers(language.absent ?? []),
    declarators: numbers(language.declarators ?? []),
    flat: numbers(language.flat ?? []),
    nested: numbers(language.nested ?? []),
    statements: statementsOf(kinds),
    keys: numbers(language.keys ?? []),
    tokens: numbers(language.tokens ?? []),
    tails: numbers(language.tails ?? []),
    writers: new Map((language.writers ?? []).map((row) => [kinds.id(row.kind, true), row])),
    changes: numbers(language.changes),
    parameters: numbers(language.parameters),
    loops: numbers(language.loops ?? []),
    records: numbers(language.records?.kinds ?? []),
    recordMembers: numbers(language.records?.members ?? []),
    silent: new Set([
      ...SILENT.map((token) => kinds.id(token, false)).filter((id) => id !== -1),
      ...numbers(language.silent),
    ]),
    rows: {
      assignments: rowsOf(language.assignments, kinds),
      members: rowsOf(language.members, kinds),
      calls: rowsOf(language.calls, kinds),
      binary: rowsOf(language.binary, kinds),
      typed: rowsOf(language.typed, kinds),
    },
    declarations: numbers(language.declarations),
    sameAs: sameIn(language.same.map(numbers)),
  }
}

/** Returns a map from each kind to its equivalent kinds. */
function sameIn(rows: readonly ReadonlySet<number>[]): Vocabulary['sameAs'] {
  const alone = new Map<number, ReadonlySet<number>>()
  return (kind) => {
    const same = rows.find((row) => row.has(kind)) ?? alone.get(kind) ?? new Set([kind])
    alone.set(kind, same)
    return same
  }
}

/** Returns the children of a node that have a meaning: neither comments nor separators. */
export function speaking(tree: CompactTree, node: number, { silent, inlined }: Vocabulary): number[] {
  const children: number[] = []
  const end = tree.next[node]!
  for (let child = node + 1; child < end; child = inlined.has(tree.kind[child]!) ? child + 1 : tree.next[child]!) {
    if ((tree.flags[child]! & EXTRA) !== 0 || silent.has(tree.kind[child]!) || inlined.has(tree.kind[child]!)) continue
    // Some grammars end statements with empty tokens.
    if (tree.start[child] === tree.end[child] && (tree.flags[child]! & NAMED) === 0) continue
    children.push(child)
  }
  return children
}

/** Returns the node within parentheses and other transparent nodes. */
export function unwrap(tree: CompactTree, node: number, vocabulary: Vocabulary): number {
  let inner = node
  while (vocabulary.transparent.has(tree.kind[inner]!)) {
    const only = onlyChild(tree, inner, vocabulary)
    if (only === -1) return inner
    inner = only
  }
  return inner
}

function onlyChild(tree: CompactTree, node: number, { silent }: Vocabulary): number {
  let only = -1
  const end = tree.next[node]!
  for (let child = node + 1; child < end; child = tree.next[child]!) {
    if ((tree.flags[child]! & EXTRA) !== 0) continue
    if ((tree.flags[child]! & NAMED) === 0) {
      if (silent.has(tree.kind[child]!) || isWordOfWrapper(tree, child)) continue
      return -1
    }
    if (only !== -1) return -1
    only = child
  }
  return only
}

/** `export x`, `else x`: the keyword adds no meaning to its position. */
function isWordOfWrapper(tree: CompactTree, token: number): boolean {
  const text = tree.text.slice(tree.start[token], tree.end[token])
  return (
    text === 'export' || text === 'else' || text === 'default' || tree.start[token] === tree.end[token] || text === '\n'
  )
}

/** Returns the text of a name, without the sigil of a key. */
export function wordOf(tree: CompactTree, node: number, { keys }: Vocabulary): string {
  const isKey = keys.has(tree.kind[node]!) && tree.field[node] === tree.kinds.field('key')
  return tree.text.slice(tree.start[node]! + (isKey ? 1 : 0), tree.end[node])
}

/** The child of a node in a field; -1 for none. @param field the grammar's name of it */
export function childIn(tree: CompactTree, node: number, field: number): number {
  if (field <= 0) return -1
  const end = tree.next[node]!
  let place = FIELD_BY_PLACE
  for (let child = node + 1; child < end; child = tree.next[child]!) {
    if (field < FIELD_BY_KIND) {
      if (tree.field[child] === field) return child
      continue
    }
    const flags = tree.flags[child]!
    if ((flags & NAMED) === 0 || (flags & EXTRA) !== 0) continue
    if (field === FIELD_BY_KIND + tree.kind[child]! || field === place) return child
    place += 1
  }
  return -1
}

/** Returns the declared name within its declarators. */
export function declared(tree: CompactTree, node: number, { declarators }: Vocabulary): number {
  let inner = node
  while (declarators.has(tree.kind[inner]!)) {
    const name = childIn(tree, inner, FIELD_BY_PLACE)
    if (name === -1) return inner
    inner = name
  }
  return inner
}

/** Returns the text between the quotes of a string without code; undefined for other nodes. */
export function stringText(tree: CompactTree, node: number, vocabulary: Vocabulary): string | undefined {
  const kind = tree.kind[node]!
  if (vocabulary.joined.has(kind)) {
    const parts = speaking(tree, node, vocabulary).map((part) => stringText(tree, part, vocabulary))
    return parts.includes(undefined) ? undefined : parts.join('')
  }
  if (!vocabulary.strings.has(kind)) return undefined
  let start = -1
  let stop = -1
  const end = tree.next[node]!
  for (let child = node + 1; child < end; child = tree.next[child]!) {
    if (vocabulary.code.has(tree.kind[child]!)) return undefined
    if (!vocabulary.content.has(tree.kind[child]!)) continue
    if (start === -1) start = tree.start[child]!
    stop = tree.end[child]!
  }
  if (start === -1 && end === node + 1)
    return tree.text.slice(tree.start[node], tree.end[node]).replace(/^[@$]?\W(.*)\W$/s, '$1')
  return start === -1 ? '' : tree.text.slice(start, stop)
}
