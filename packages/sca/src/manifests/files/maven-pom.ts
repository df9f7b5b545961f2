import type { ComponentScope } from '@gatehouse/formats/artifacts'
import { newDraft } from '../draft.ts'
import { effectivePom } from '../maven/effective.ts'
import { pomTree, readPom } from '../maven/model.ts'
import { defineManifest } from '../parser.ts'

/** Maven scopes; dependencies from the container or another provider are not packaged. */
const SCOPES: Readonly<Record<string, ComponentScope | undefined>> = { test: 'dev', provided: 'peer', system: 'peer' }

/**
 * POMs, with properties, parents and bills of materials as far as they lie in the tree.
 * @see https://maven.apache.org/pom.html
 */
export default defineManifest({
  name: 'maven-pom',
  names: ['pom.xml'],
  ecosystem: 'Maven',
  kind: 'manifest',
  parse(file, siblings) {
    const draft = newDraft()
    const tree = pomTree(siblings)
    const { dependencies, managed, missing } = effectivePom(readPom(file), siblings, tree)
    for (const dependency of dependencies) {
      // Modules of the same source tree are not third-party packages.
      if (dependency.artifact === '' || tree.find(dependency.group, dependency.artifact) !== undefined) continue
      const key = `${dependency.group}:${dependency.artifact}`
      const version = dependency.version ?? managed.get(key)?.version
      const scope = dependency.scope ?? managed.get(key)?.scope ?? ''
      draft.add({
        key,
        purl: { type: 'maven', namespace: dependency.group, name: dependency.artifact, version: exactOf(version) },
        line: dependency.isInherited ? undefined : dependency.line,
        wanted: version,
      })
      const known = Object.hasOwn(SCOPES, scope) ? SCOPES[scope] : undefined
      draft.root(key, known ?? (dependency.isOptional ? 'optional' : 'runtime'))
    }
    const unsettled = draft.finish().packages.some(({ purl }) => purl.version === undefined)
    if (unsettled && missing.length > 0) {
      const subject = [...new Set(missing)].slice(0, 10).join(', ')
      draft.gap('unresolved_version', `Versions may come from ${subject}, which are not part of the source.`)
    }
    return draft.finish()
  },
})

/** Returns the exact version: plain versions, and ranges with equal bounds. */
function exactOf(wanted: string | undefined): string | undefined {
  const bare = /^\[\s*([^,\s[\]()]+)\s*\]$/.exec(wanted ?? '')?.[1] ?? wanted
  return bare !== undefined && /^[^\s,[\]()${}]+$/.test(bare) && bare !== 'LATEST' && bare !== 'RELEASE'
    ? bare
    : undefined
}
