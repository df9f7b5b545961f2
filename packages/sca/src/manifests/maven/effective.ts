import type { Siblings } from '../parser.ts'
import { parentOf, type Pom, type PomDependency, type PomTree } from './model.ts'

/** Maximum depth of parents, and of nested bills of materials; Maven itself has no limit. */
const CHAIN_MAX = 20
/** Maximum rounds of nested property substitution, and maximum length of the result in UTF-16 units. */
const ROUNDS_MAX = 10
const FILLED_UNITS_MAX = 512
const PROPERTY = /\$\{([^${}]{1,200})\}/g

export interface Managed {
  readonly version: string | undefined
  readonly scope: string | undefined
}

export interface EffectivePom {
  /** Including inherited ones, the nearest first; known properties are substituted. */
  readonly dependencies: readonly (PomDependency & { readonly isInherited: boolean })[]
  readonly managed: ReadonlyMap<string, Managed>
  /** Parents and bills of materials that are not part of the source. */
  readonly missing: readonly string[]
}

/** Computes a POM with the additions of its parents and of bills of materials in the tree. */
export function effectivePom(pom: Pom, siblings: Siblings, tree: PomTree, depth = 0): EffectivePom {
  const missing: string[] = []
  const chain: Pom[] = []
  for (let here: Pom | undefined = pom; here !== undefined && chain.length < CHAIN_MAX;) {
    if (chain.includes(here)) break
    chain.push(here)
    const above: Pom | undefined = parentOf(here, siblings, tree)
    if (here.parent !== undefined && above === undefined) missing.push(`the parent ${nameOf(here.parent)}`)
    here = above
  }
  const properties = propertiesOf(chain)
  const fill = (text: string | undefined) => (text === undefined ? undefined : filled(text, properties))
  const settle = (pomDependency: PomDependency): PomDependency => ({
    ...pomDependency,
    group: fill(pomDependency.group) ?? '',
    artifact: fill(pomDependency.artifact) ?? '',
    version: fill(pomDependency.version),
  })
  const managed = new Map<string, Managed>()
  const imports: PomDependency[] = []
  for (const item of chain.flatMap((each) => each.managed).map(settle)) {
    if (item.scope === 'import') imports.push(item)
    else if (!managed.has(`${item.group}:${item.artifact}`)) {
      managed.set(`${item.group}:${item.artifact}`, { version: item.version, scope: item.scope })
    }
  }
  for (const item of imports) {
    const bom = tree.find(item.group, item.artifact)
    if (bom === undefined || depth >= IMPORTS_MAX) {
      missing.push(`the bill of materials ${nameOf(item)}`)
      continue
    }
    if (chain.includes(bom)) continue
    const inner = effectivePom(bom, siblings, tree, depth + 1)
    missing.push(...inner.missing.slice(0, CHAIN_MAX))
    for (const [name, version] of inner.managed) if (!managed.has(name)) managed.set(name, version)
  }
  const dependencies = chain.flatMap((each) =>
    each.dependencies.map((dependency) => ({ ...settle(dependency), isInherited: each !== pom })),
  )
  return { dependencies, managed, missing }
}

/** Maximum nesting of imported bills of materials. */
const IMPORTS_MAX = 3

function nameOf({
  group,
  artifact,
  version,
}: {
  group: string
  artifact: string
  version?: string | undefined
}): string {
  return `${group}:${artifact}:${version ?? '?'}`
}

/** The nearest counts. */
function propertiesOf(chain: readonly Pom[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const [own] = chain
  const version = chain.find((item) => item.version !== undefined)?.version ?? own?.parent?.version
  const group = chain.find((item) => item.group !== undefined)?.group ?? own?.parent?.group
  for (const prefix of ['project.', 'pom.', '']) {
    if (version !== undefined) found.set(`${prefix}version`, version)
    if (group !== undefined) found.set(`${prefix}groupId`, group)
    found.set(`${prefix}artifactId`, own?.artifact ?? '')
  }
  if (own?.parent !== undefined) {
    found.set('project.parent.version', own.parent.version)
    found.set('project.parent.groupId', own.parent.group)
  }
  for (const pom of chain.toReversed()) for (const [name, value] of pom.properties) found.set(name, value)
  return found
}

function filled(text: string, properties: ReadonlyMap<string, string>): string {
  let here = text.slice(0, FILLED_UNITS_MAX)
  for (let round = 0; round < ROUNDS_MAX && here.includes('${'); round += 1) {
    const next = here.replace(PROPERTY, (whole, name: string) => properties.get(name.trim()) ?? whole)
    if (next === here) break
    here = next.slice(0, FILLED_UNITS_MAX)
  }
  return here
}
