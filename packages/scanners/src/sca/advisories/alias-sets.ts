/** Names of one vulnerability in many databases, gathered as records come by. */
export interface AliasSets {
  /** Says that all of these names mean one vulnerability. */
  readonly join: (names: readonly string[]) => void
  /** The name by which the set of a name goes: the same whatever the order in which names came. */
  readonly headOf: (name: string) => string
  /** All names that do not stand for their set themselves. */
  readonly others: () => Iterable<string>
  /** All names of each set that has more than one, its head first. */
  readonly sets: () => ReadonlyMap<string, readonly string[]>
}

/**
 * Which name stands for a set: attacks by their own number, then GitHub's, which have a page for every ecosystem, then
 * CVE, then all others. It depends on names alone, so that a finding keeps its name when another database is imported.
 */
const HEADS = ['MAL-', 'GHSA-', 'CVE-'] as const

export function createAliasSets(): AliasSets {
  const parents = new Map<string, string>()
  const rootOf = (name: string): string => {
    let root = name
    for (let next = parents.get(root); next !== undefined && next !== root; next = parents.get(root)) root = next
    // Names on the way point at the root from now on: the next search is short.
    for (let at = name; at !== root;) {
      const next = parents.get(at) ?? root
      parents.set(at, root)
      at = next
    }
    return root
  }
  return {
    join: (names) => {
      for (const name of names) {
        if (!parents.has(name)) parents.set(name, name)
        const [a, b] = [rootOf(names[0] ?? name), rootOf(name)]
        if (a !== b) parents.set(isBefore(a, b) ? b : a, isBefore(a, b) ? a : b)
      }
    },
    headOf: rootOf,
    *others() {
      for (const name of parents.keys()) if (rootOf(name) !== name) yield name
    },
    sets: () => {
      const sets = new Map<string, string[]>()
      for (const name of parents.keys()) {
        const head = rootOf(name)
        if (head === name) continue
        const set = sets.get(head)
        if (set === undefined) sets.set(head, [head, name])
        else set.push(name)
      }
      for (const set of sets.values()) set.sort((a, b) => (a === b ? 0 : isBefore(a, b) ? -1 : 1))
      return sets
    },
  }
}

/** Whether `a` rather than `b` stands for a set that holds both. */
function isBefore(a: string, b: string): boolean {
  const [rankA, rankB] = [rankOf(a), rankOf(b)]
  return rankA === rankB ? a < b : rankA < rankB
}

function rankOf(name: string): number {
  const rank = HEADS.findIndex((head) => name.startsWith(head))
  return rank === -1 ? HEADS.length : rank
}
