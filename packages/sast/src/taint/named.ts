/** Own limit: shorter lists are searched linearly. */
const INDEXED_FROM = 16

interface Index<One> {
  readonly byKey: Map<string, One[]>
  /** How many elements of the list are in it. */
  until: number
}

/**
 * Looks up list elements by a text, in constant time for long lists: a file may have tens of thousands of classes, members or imports.
 * Lists may grow between two lookups; elements keep their keys and their positions.
 * @returns a function that returns the elements of a list with a key, in order
 */
export function indexBy<Element extends object>(
  keyOf: (item: Element) => string,
): <One extends Element>(list: readonly One[], key: string) => readonly One[] {
  const indexes = new WeakMap<readonly Element[], Index<Element>>()
  const indexOf = (list: readonly Element[]): Index<Element> => {
    const known = indexes.get(list)
    if (known !== undefined) return known
    const index = { byKey: new Map<string, Element[]>(), until: 0 }
    indexes.set(list, index)
    return index
  }
  return <One extends Element>(list: readonly One[], key: string): readonly One[] => {
    if (list.length < INDEXED_FROM) return list.filter((item) => keyOf(item) === key)
    const index = indexOf(list) as Index<One>
    for (; index.until < list.length; index.until += 1) {
      const item = list[index.until]!
      const same = index.byKey.get(keyOf(item))
      if (same === undefined) index.byKey.set(keyOf(item), [item])
      else same.push(item)
    }
    return index.byKey.get(key) ?? NOTHING
  }
}

const NOTHING: readonly never[] = []

interface Named {
  readonly name: string
}

/** Elements of a list by their whole name. */
export const allNamed = indexBy<Named>(({ name }) => name)

/** Returns the first element of a list with the full name; undefined for none, or without a list. */
export function firstNamed<One extends Named>(list: readonly One[] | undefined, name: string): One | undefined {
  return list === undefined ? undefined : allNamed(list, name)[0]
}

/** Whether a list has an element of a name. */
export function hasNamed(list: readonly Named[] | undefined, name: string): boolean {
  return firstNamed(list, name) !== undefined
}

const byLastPart = indexBy<Named>(({ name }) => lastPart(name))

/** Returns elements of a list by their name or its suffix after a dot: `B` and `A.B` for `B`. */
export function allEnding<One extends Named>(list: readonly One[], name: string): readonly One[] {
  const tail = `.${name}`
  return byLastPart(list, lastPart(name)).filter((item) => item.name === name || item.name.endsWith(tail))
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}
