import { posix } from 'node:path'
import type { ParsedModule } from '../lib/parse.ts'
import type { Problem } from '../lib/problem.ts'
import { CYCLES } from './table.ts'

/** A module of a package or app and the relative imports that it has. */
export interface ImportingModule {
  readonly path: string
  readonly imports: ParsedModule['imports']
}

/**
 * Reports import cycles among modules: cycles of code anywhere, and cycles of types across folders. A cycle with a justification in the
 * table is allowed; an unused justification is a problem.
 */
export function importCycles(modules: readonly ImportingModule[]): Problem[] {
  const all = graphOf(modules, () => true)
  const running = graphOf(modules, (kind) => kind !== 'type')
  const cycles = [
    ...componentsOf(running),
    ...componentsOf(all).filter((paths) => new Set(paths.map((path) => posix.dirname(path))).size > 1),
  ]
  const used = new Set<string>()
  const problems = cycles.flatMap((paths): Problem[] => {
    const reason = CYCLES.find(({ folder }) => paths.every((path) => path.startsWith(folder)))
    if (reason !== undefined) used.add(reason.folder)
    const [path = ''] = paths
    return reason === undefined
      ? [{ path, message: `import cycle: ${paths.join(', ')}. Move what both sides need to a third module.` }]
      : []
  })
  const unused = CYCLES.filter(({ folder }) => !used.has(folder) && modules.some(({ path }) => path.startsWith(folder)))
  return [
    ...problems,
    ...unused.map(({ folder }) => ({
      path: 'tools/boundaries/table.ts',
      message: `${folder} has no import cycle any more: remove its justification`,
    })),
  ]
}

type Graph = ReadonlyMap<string, readonly string[]>

function graphOf(modules: readonly ImportingModule[], counts: (kind: string) => boolean): Graph {
  return new Map(
    modules.map(({ path, imports }) => [
      path,
      imports
        .filter(({ specifier, kind }) => specifier.startsWith('.') && kind !== 'dynamic' && counts(kind))
        .map(({ specifier }) => posix.join(posix.dirname(path), specifier)),
    ]),
  )
}

/**
 * Returns strongly connected components of more than one module, each sorted: Tarjan, "Depth-first search and linear graph algorithms",
 * 1972.
 */
function componentsOf(graph: Graph): string[][] {
  const found: string[][] = []
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const visit = (path: string): void => {
    order.set(path, order.size)
    lowest.set(path, order.size - 1)
    stack.push(path)
    for (const next of graph.get(path) ?? []) {
      if (!graph.has(next)) continue
      if (!order.has(next)) visit(next)
      if (stack.includes(next)) lowest.set(path, Math.min(lowest.get(path)!, lowest.get(next)!))
    }
    if (lowest.get(path) !== order.get(path)) return
    const component = stack.splice(stack.lastIndexOf(path))
    if (component.length > 1) found.push(component.toSorted())
  }
  for (const path of graph.keys()) if (!order.has(path)) visit(path)
  return found
}
