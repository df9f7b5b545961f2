import type { ManifestFile, Siblings } from '../parser.ts'
import { baseOf, besides } from '../read/paths.ts'
import { child, children, type Element, readXml } from '../read/xml.ts'

/** A dependency as a POM writes it, properties not yet filled in. */
export interface PomDependency {
  readonly group: string
  readonly artifact: string
  readonly version: string | undefined
  readonly scope: string | undefined
  readonly type: string
  readonly isOptional: boolean
  readonly line: number
}

export interface Pom {
  readonly path: string
  readonly group: string | undefined
  readonly artifact: string
  readonly version: string | undefined
  readonly parent:
    | { readonly group: string; readonly artifact: string; readonly version: string; readonly place: string }
    | undefined
  readonly properties: ReadonlyMap<string, string>
  readonly managed: readonly PomDependency[]
  readonly dependencies: readonly PomDependency[]
}

/** Cache by file text: every module reads its parents and siblings. */
const READ = new WeakMap<ManifestFile, Pom>()

/** @throws Failure for an invalid POM */
export function readPom(file: ManifestFile): Pom {
  const before = READ.get(file)
  if (before !== undefined) return before
  const pom = pomOf(readXml(file.text), file.path)
  READ.set(file, pom)
  return pom
}

function pomOf(project: Element, path: string): Pom {
  const parent = child(project, 'parent')
  const text = (element: Element | undefined, name: string) => child(element, name)?.text || undefined
  return {
    path,
    group: text(project, 'groupId'),
    artifact: text(project, 'artifactId') ?? '',
    version: text(project, 'version'),
    parent: parent && {
      group: text(parent, 'groupId') ?? '',
      artifact: text(parent, 'artifactId') ?? '',
      version: text(parent, 'version') ?? '',
      place: child(parent, 'relativePath')?.text ?? '../pom.xml',
    },
    properties: new Map((child(project, 'properties')?.children ?? []).map((item) => [item.name, item.text])),
    managed: dependenciesOf(child(project, 'dependencyManagement', 'dependencies')),
    dependencies: dependenciesOf(child(project, 'dependencies')),
  }
}

function dependenciesOf(list: Element | undefined): readonly PomDependency[] {
  return children(list, 'dependency').map((item) => ({
    group: child(item, 'groupId')?.text ?? '',
    artifact: child(item, 'artifactId')?.text ?? '',
    version: child(item, 'version')?.text || undefined,
    scope: child(item, 'scope')?.text || undefined,
    type: child(item, 'type')?.text ?? 'jar',
    isOptional: child(item, 'optional')?.text === 'true',
    line: item.line,
  }))
}

/** All POMs of the tree by `group:artifact`, computed once per tree. */
export interface PomTree {
  readonly find: (group: string, artifact: string) => Pom | undefined
}

/** Maximum number of indexed POMs per tree. */
const POMS_MAX = 5_000

/** Indexes the POMs next to one. Unreadable ones are skipped: their own parse reports the reason. */
export function pomTree(siblings: Siblings): PomTree {
  const byName = new Map<string, Pom>()
  const paths = siblings.paths.filter((path) => baseOf(path) === 'pom.xml' || path.endsWith('.pom')).slice(0, POMS_MAX)
  for (const path of paths) {
    const file = siblings.read(path)
    const pom = file === undefined ? undefined : tryRead(file)
    const group = pom?.group ?? pom?.parent?.group
    if (pom !== undefined && group !== undefined && !byName.has(`${group}:${pom.artifact}`)) {
      byName.set(`${group}:${pom.artifact}`, pom)
    }
  }
  return { find: (group, artifact) => byName.get(`${group}:${artifact}`) }
}

/** Returns the parent: at the declared path if it matches, else by name in the tree. */
export function parentOf(pom: Pom, siblings: Siblings, tree: PomTree): Pom | undefined {
  const { parent } = pom
  if (parent === undefined) return undefined
  for (const place of parent.place === '' ? [] : [parent.place, `${parent.place}/pom.xml`]) {
    const path = besides(pom.path, place)
    const file = path === undefined || path === pom.path ? undefined : siblings.read(path)
    const found = file === undefined ? undefined : tryRead(file)
    if (found?.artifact === parent.artifact) return found
  }
  return tree.find(parent.group, parent.artifact)
}

function tryRead(file: ManifestFile): Pom | undefined {
  try {
    return readPom(file)
  } catch {
    return undefined
  }
}
