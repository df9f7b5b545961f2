import type { SourceTree, Observation } from '@gatehouse/scan-engine'
import type { DependencyPaths } from '../inventory/paths.ts'
import { ROOTS_MAX } from '../inventory/paths.ts'
import { osvNameOf } from '../observe/names.ts'
import { REACH_ECOSYSTEMS, readImports, type Imports } from './read.ts'

/**
 * Adds to each vulnerable package whether the code imports it, directly or through its dependents, and where. `reachable: false` is set
 * only when it is certain, and never for Python, whose import names are not in lock files.
 * @throws the signal's reason when it fires
 */
export async function withReachability(
  observations: readonly Observation[],
  tree: SourceTree,
  paths: DependencyPaths,
  signal?: AbortSignal,
): Promise<readonly Observation[]> {
  const wanted = new Map<string, Set<string>>()
  const ways = new Map<string, readonly string[]>()
  for (const { metadata } of observations) {
    const { purl } = metadata
    if (purl === undefined || ways.has(purl)) continue
    ways.set(purl, [purl, ...paths.roots(purl)])
    for (const item of ways.get(purl) ?? []) {
      const named = osvNameOf({ purl: item })
      if (named === undefined || !REACH_ECOSYSTEMS.has(named.ecosystem)) continue
      const names = wanted.get(named.ecosystem)
      if (names === undefined) wanted.set(named.ecosystem, new Set([named.name]))
      else names.add(named.name)
    }
  }
  if (wanted.size === 0) return observations
  const imports = await readImports(tree, wanted, signal)
  return observations.map((observation) => {
    const found = importReachOf(observation, ways.get(observation.metadata.purl ?? '') ?? [], imports)
    return found === undefined ? observation : { ...observation, metadata: { ...observation.metadata, ...found } }
  })
}

interface ImportReach {
  readonly reachable: boolean
  readonly importedAt?: { readonly path: string; readonly line: number }
  /** Imported package, if different. */
  readonly importedThrough?: string
}

function importReachOf({ metadata }: Observation, ways: readonly string[], imports: Imports): ImportReach | undefined {
  const [own] = ways
  for (const path of ways) {
    const named = osvNameOf({ purl: path })
    const place = named === undefined ? undefined : imports.placeOf(named.ecosystem, named.name)
    if (place !== undefined)
      return { reachable: true, importedAt: place, ...(path !== own && { importedThrough: path }) }
  }
  // Development dependencies run through tools, and packages without a known dependent may be loaded in any way.
  const isJudged = metadata['scope'] === 'runtime' && ways.length > 1 && ways.length <= ROOTS_MAX
  const isAbsent = ways.every((path) => {
    const named = osvNameOf({ purl: path })
    return named !== undefined && named.ecosystem !== 'PyPI' && imports.isAbsent(named.ecosystem, named.name)
  })
  const isGraph = metadata['direct'] === true || (metadata.purl?.startsWith('pkg:npm/') ?? false)
  return isJudged && isAbsent && isGraph ? { reachable: false } : undefined
}
