/** Names of one vulnerability in many databases, gathered as records come by. */
export interface AliasSets {
  /** Says that all of these names mean one vulnerability. */
  readonly join: (names: readonly string[]) => void
  /** The name by which the set of a name goes: the same whatever the order in which names came. */
  readonly headOf: (name: string) => string
  /** All names that do not stand for their set themselves. */
  readonly others: () => Iterable<string>
  /** The heads of sets that have more than one name. */
  readonly heads: () => Iterable<string>
  /** All names of a set, its head first; after the first call none can be joined. */
  readonly namesOf: (head: string) => readonly string[]
}

/**
 * Which name stands for a set: attacks by their own number, then GitHub's, which have a page for every ecosystem, then
 * CVE, then all others. It depends on names alone, so that a finding keeps its name when another database is imported.
 */
const HEADS = ['MAL-', 'GHSA-', 'CVE-'] as const

const NONE = -1

/** Names go by numbers, and sets are lists of numbers in one array: objects would take several times the memory. */
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

/** The others of each set as a chain that begins at its head. */
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

/** Whether `a` rather than `b` stands for a set that holds both. */
function isBefore(a: string, b: string): boolean {
  const [rankA, rankB] = [rankOf(a), rankOf(b)]
  return rankA === rankB ? a < b : rankA < rankB
}

function rankOf(name: string): number {
  const rank = HEADS.findIndex((head) => name.startsWith(head))
  return rank === -1 ? HEADS.length : rank
}
