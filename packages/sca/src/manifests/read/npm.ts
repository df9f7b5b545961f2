import type { PurlParts } from '@gatehouse/formats'
import type { ComponentScope } from '@gatehouse/formats/artifacts'
import type { Draft } from '../draft.ts'
import { tableOf, textsOf, type Value } from './value.ts'

/** An npm package by its name with its scope. */
export function npmPurl(name: string, version: string | undefined): PurlParts {
  const slash = name.startsWith('@') ? name.indexOf('/') : -1
  return slash === -1
    ? { type: 'npm', name, version }
    : { type: 'npm', namespace: name.slice(0, slash), name: name.slice(slash + 1), version }
}

/** Dependency fields of package.json with their scopes. The first field with a package decides. */
const FIELDS: readonly (readonly [field: string, scope: ComponentScope])[] = [
  ['optionalDependencies', 'optional'],
  ['dependencies', 'runtime'],
  ['devDependencies', 'dev'],
  ['peerDependencies', 'peer'],
]

export interface Wanted {
  readonly name: string
  readonly range: string
  readonly scope: ComponentScope
  readonly line: number | undefined
}

/**
 * Returns the dependencies of a package.json, or of its copy in a lock file; each name once.
 * @param isProject devDependencies of other packages are not installed and left out
 */
export function wantedBy(manifest: Value | undefined, isProject: boolean): readonly Wanted[] {
  const found = new Map<string, Wanted>()
  for (const [field, scope] of FIELDS) {
    if (scope === 'dev' && !isProject) continue
    const table = tableOf(tableOf(manifest).get(field))
    for (const [name, range] of textsOf(table)) {
      if (!found.has(name)) found.set(name, { name, range, scope, line: table.lines.get(name) })
    }
  }
  return [...found.values()]
}

/** Adds edges or roots to dependencies that `resolve` finds. */
export function link(
  draft: Draft,
  from: string | undefined,
  wanted: readonly Wanted[],
  resolve: (item: Wanted) => string | undefined,
): void {
  for (const item of wanted) {
    const to = resolve(item)
    if (to === undefined) continue
    if (from === undefined) draft.root(to, item.scope)
    else draft.edge(from, to, item.scope)
  }
}
