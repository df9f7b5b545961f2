/** Sets of equivalent vulnerability ids from many databases, collected from records. */
export interface AliasSets {
  /** Declares all these ids as one vulnerability. */
  readonly join: (names: readonly string[]) => void
  /** Returns the representative of an id's set: independent of the order of insertion. */
  readonly headOf: (name: string) => string
  /** Returns all ids that are not the representative of their set. */
  readonly others: () => Iterable<string>
  /** Returns the representatives of sets with more than one id. */
  readonly heads: () => Iterable<string>
  /** All names of a set, its head first; after the first call none can be joined. */
  readonly namesOf: (head: string) => readonly string[]
}

/**
 * Priority of representatives: ids of malicious packages, then GitHub's, which have a page for every ecosystem, then CVE, then all others.
 * It depends on the ids alone, so that a finding keeps its id when another database is imported.
 */
const HEADS = ['MAL-', 'GHSA-', 'CVE-'] as const

const NONE = -1

/** Ids are numbered, and sets are linked lists in one array: objects would need several times the memory. */
export function createAliasSets(): AliasSets {
  const numbers = new Map<string, number>()
  const names: string[] = []
  const parents: number[] = []
  const numberOf = (name: string): number => {
    const known = numbers.get(name)
    if (known !== undefined) return known
    numbers.set(name, names.length)
    parents.push(names.length)
    return names.push(name) - 1
  }
  const rootOf = (number: number): number => {
    let root = number
    for (let next = parents[root]; next !== undefined && next !== root; next = parents[root]) root = next
    // Names on the way point at the root from now on: the next search is short.
    for (let at = number; at !== root;) {
      const next = parents[at] ?? root
      parents[at] = root
      at = next
    }
    return root
  }
  const nameOf = (number: number): string => names[number] ?? ''
  let members: Members | undefined
  return {
    join: (some) => {
      for (const name of some) {
        const [a, b] = [rootOf(numberOf(some[0] ?? name)), rootOf(numberOf(name))]
        if (a !== b) parents[isBefore(nameOf(a), nameOf(b)) ? b : a] = isBefore(nameOf(a), nameOf(b)) ? a : b
      }
    },
    headOf: (name) => {
      const number = numbers.get(name)
      return number === undefined ? name : nameOf(rootOf(number))
    },
    *others() {
      for (let at = 0; at < names.length; at += 1) if (rootOf(at) !== at) yield nameOf(at)
    },
    *heads() {
      members ??= membersOf(names.length, rootOf)
      for (const [at, first] of members.first.entries()) if (first !== NONE) yield nameOf(at)
    },
    namesOf: (head) => {
      members ??= membersOf(names.length, rootOf)
      const number = numbers.get(head) ?? NONE
      const set = [head]
      for (let at = members.first[number] ?? NONE; at !== NONE; at = members.next[at] ?? NONE) set.push(nameOf(at))
      return set.sort((a, b) => (a === b ? 0 : isBefore(a, b) ? -1 : 1))
    },
  }
}

/** Other members of each set, as a chain that begins at its head. */
interface Members {
  readonly first: Int32Array
  readonly next: Int32Array
}

function membersOf(count: number, rootOf: (number: number) => number): Members {
  const first = new Int32Array(count).fill(NONE)
  const next = new Int32Array(count).fill(NONE)
  for (let at = 0; at < count; at += 1) {
    const root = rootOf(at)
    if (root === at) continue
    next[at] = first[root] ?? NONE
    first[root] = at
  }
  return { first, next }
}

/** Returns whether `a` rather than `b` represents a set with both. */
function isBefore(a: string, b: string): boolean {
  const [rankA, rankB] = [rankOf(a), rankOf(b)]
  return rankA === rankB ? a < b : rankA < rankB
}

function rankOf(name: string): number {
  const rank = HEADS.findIndex((head) => name.startsWith(head))
  return rank === -1 ? HEADS.length : rank
}
