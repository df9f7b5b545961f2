import { readValue } from './read-value.ts'
import { type Group, isGroup, isMark, isName, type Node, pieces } from './tree.ts'
import type { Language, Value } from './value.ts'

/** A member of an object or of a dictionary. */
export interface Entry {
  readonly key: string
  readonly value: Value
  readonly line: number
}

/** Arguments of a call. */
export interface Arguments {
  readonly positional: readonly Value[]
  /** Keyword arguments of Python. */
  readonly named: readonly Entry[]
}

/** Every group is parsed once. */
const ITEMS = new WeakMap<Group, readonly Value[]>()
const ENTRIES = new WeakMap<Group, readonly Entry[]>()
const ARGUMENTS = new WeakMap<Group, Arguments>()

function once<What>(known: WeakMap<Group, What>, group: Group, read: () => What): What {
  const had = known.get(group)
  if (had !== undefined) return had
  const made = read()
  known.set(group, made)
  return made
}

/** Returns the elements of a list. */
export function itemsOf(group: Group, language: Language): readonly Value[] {
  return once(ITEMS, group, () => pieces(group.items).map(([from]) => readValue(group.items, from, language).value))
}

/** Returns the entries of an object in order; spread entries are unknown. */
export function entriesOf(group: Group, language: Language): readonly Entry[] {
  return once(ENTRIES, group, () =>
    pieces(group.items).flatMap(([from, to]) => entryAt(group.items, from, to, language) ?? []),
  )
}

export function argumentsOf(group: Group, language: Language): Arguments {
  return once(ARGUMENTS, group, () => {
    const positional: Value[] = []
    const named: Entry[] = []
    for (const [from, to] of pieces(group.items)) {
      const name = group.items[from]
      if (language === 'python' && isName(name) && isMark(group.items[from + 1], '=') && to > from + 2) {
        named.push({ key: name.text, value: readValue(group.items, from + 2, language).value, line: name.line })
      } else positional.push(readValue(group.items, from, language).value)
    }
    return { positional, named }
  })
}

/** The value of a key of an object, of a named argument, or undefined. */
export function entry(entries: readonly Entry[], ...keys: readonly string[]): Value | undefined {
  for (const key of keys) {
    const found = entries.find((item) => item.key === key)
    if (found !== undefined) return found.value
  }
  return undefined
}

const METHOD_WORDS = ['async', 'get', 'set', 'static', 'public', 'private', 'readonly']

function entryAt(items: readonly Node[], from: number, to: number, language: Language): Entry | undefined {
  let at = from
  while (isName(items[at], ...METHOD_WORDS) && at + 1 < to && !isMark(items[at + 1], ':', '?', '=')) at += 1
  if (isMark(items[at], '*')) at += 1
  const key = items[at]
  if (key === undefined || isMark(key, '...', '**')) return undefined
  const name = keyText(key)
  if (name === undefined) return undefined
  const line = key.line
  const behind = isMark(items[at + 1], '?') ? at + 2 : at + 1
  if (isMark(items[behind], ':') && behind + 1 < to) {
    return { key: name, value: readValue(items, behind + 1, language).value, line }
  }
  // A method: `async execute(args) { … }`.
  const params = items[at + 1]
  const body = items.slice(at + 2, to).findLast((item) => isGroup(item, '{'))
  if (language === 'js' && isGroup(params, '(') && isGroup(body)) {
    return { key: name, value: { kind: 'function', params: params.items, end: body.end, line, at: key.at }, line }
  }
  // Shorthand: `{ message }`, or with a default: `{ message = '' }`.
  if (language === 'js' && isName(key) && (at + 1 >= to || isMark(items[at + 1], '='))) {
    return { key: name, value: { kind: 'name', path: name, on: undefined, line, at: key.at }, line }
  }
  return undefined
}

function keyText(key: Node): string | undefined {
  if (key.kind === 'group') {
    const [only] = key.items
    return key.open === '[' && key.items.length === 1 && only?.kind === 'text' ? only.text : undefined
  }
  return key.kind === 'name' || key.kind === 'text' || key.kind === 'number' ? key.text : undefined
}
