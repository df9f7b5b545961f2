import { ROOT } from '@gatehouse/formats'
import type { Inventory } from '@gatehouse/scan-engine'

/** Packages of the project through which one is reached that are told; more would not be read. */
export const ROOTS_MAX = 50

/** Ways from the project to its packages. */
export interface DependencyPaths {
  /** From what the project asks for down to the package, the shortest way; the package alone where nothing leads there. */
  readonly shortest: (purl: string) => readonly string[]
  /** All that the project asks for and that brings the package, in the order of their distance; at most {@link ROOTS_MAX}. */
  readonly roots: (purl: string) => readonly string[]
}

/** Walks the graph once for all shortest ways; cycles end where they meet what was seen. */
export function dependencyPaths({ dependencies }: Pick<Inventory, 'dependencies'>): DependencyPaths {
  const parents = new Map<string, string>()
  const queue = [ROOT]
  for (const from of queue) {
    for (const to of dependencies.get(from) ?? []) {
      if (to === ROOT || parents.has(to)) continue
      parents.set(to, from)
      queue.push(to)
    }
  }
  const asked = new Set(dependencies.get(ROOT) ?? [])
  let incoming: ReadonlyMap<string, readonly string[]> | undefined
  return {
    shortest(purl) {
      const path = [purl]
      for (let here = parents.get(purl); here !== undefined && here !== ROOT; here = parents.get(here)) path.push(here)
      return path.toReversed()
    },
    roots(purl) {
      incoming ??= reversed(dependencies)
      const found: string[] = []
      const seen = new Set([purl])
      for (const here of seen) {
        if (asked.has(here)) found.push(here)
        if (found.length >= ROOTS_MAX) break
        for (const from of incoming.get(here) ?? []) if (from !== ROOT) seen.add(from)
      }
      return found
    },
  }
}

function reversed(dependencies: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const [from, all] of dependencies) {
    for (const to of all) {
      const before = found.get(to)
      if (before === undefined) found.set(to, [from])
      else before.push(from)
    }
  }
  return found
}
