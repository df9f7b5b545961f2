import { type ComponentScope, ROOT } from '@gatehouse/formats/artifacts'

/** An edge between two purls, or from the project. */
export interface ScopedEdge {
  readonly from: string
  readonly to: string
  readonly scope: ComponentScope
}

/** Scopes in descending order of strength: the strongest reason for a package counts. */
const STRENGTH: readonly ComponentScope[] = ['runtime', 'optional', 'peer', 'dev']

/**
 * Determines the scope of each package: `dev` only when nothing else reaches it. A path has the scope of its weakest edge. Unreachable
 * packages are not in the result.
 */
export function scopesOf(edges: readonly ScopedEdge[]): ReadonlyMap<string, ComponentScope> {
  const outgoing = new Map<string, ScopedEdge[]>()
  for (const edge of edges) {
    const before = outgoing.get(edge.from)
    if (before === undefined) outgoing.set(edge.from, [edge])
    else before.push(edge)
  }
  const found = new Map<string, ComponentScope>()
  // Waiting by the strength of the way that leads there, so that each package is settled once.
  const waiting: string[][] = STRENGTH.map(() => [])
  waiting[0]?.push(ROOT)
  const done = new Set<string>()
  for (const [rank, scope] of STRENGTH.entries()) {
    const here = waiting[rank] ?? []
    for (const from of here) {
      if (done.has(from)) continue
      done.add(from)
      if (from !== ROOT) found.set(from, scope)
      for (const edge of outgoing.get(from) ?? []) {
        if (!done.has(edge.to)) waiting[Math.max(rank, STRENGTH.indexOf(edge.scope))]?.push(edge.to)
      }
    }
  }
  return found
}
