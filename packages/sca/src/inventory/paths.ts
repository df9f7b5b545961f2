import { ROOT } from '@gatehouse/formats/artifacts'
import type { Inventory } from '@gatehouse/scan-engine'

/** Maximum number of reported direct dependencies that lead to a package. */
export const ROOTS_MAX = 50

/** Ways from the project to its packages. */
export interface DependencyPaths {
  /** Returns the shortest path from a direct dependency to the package; only the package when no path exists. */
  readonly shortest: (purl: string) => readonly string[]
  /** Returns the direct dependencies that lead to the package, nearest first; at most {@link ROOTS_MAX}. */
  readonly roots: (purl: string) => readonly string[]
}

/** Computes all shortest paths in one traversal; cycles end at visited nodes. */
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
  const requests = new Set(dependencies.get(ROOT) ?? [])
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
        if (requests.has(here)) found.push(here)
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
