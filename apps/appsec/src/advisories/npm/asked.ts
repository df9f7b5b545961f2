import { NPM_ASKED_MAX, NPM_PACKAGES_MAX, NPM_TEXT_UNITS_MAX, NPM_VERSIONS_MAX } from '@gatehouse/contracts/appsec'
import { Failure } from '@gatehouse/kernel'
import type { RequestedPackages } from './audit.ts'

/** Package in a tree, with its dependency path. */
export interface TreeNode {
  readonly name: string
  readonly version: string
  /** Starts at the project, separated by `>`. */
  readonly path: string
  readonly dev: boolean
}

/** Own limit of package locations in a tree: lock files of large workspaces list a package about ten times. */
const PLACES_MAX = 200_000
/** Own limit of nested package folders: npm nests about ten levels when versions conflict. */
const DEPTH_MAX = 200
/** Maximum length of a path to a package, in UTF-16 units. */
const PATH_UNITS_MAX = 4_096

/**
 * Parses a request in npm's own format.
 * @throws {Failure} `body_too_large`
 */
export function requestedPackages(body: Readonly<Record<string, readonly string[]>>): RequestedPackages {
  const asked = new Map<string, ReadonlySet<string>>()
  let all = 0
  for (const [name, versions] of Object.entries(body)) {
    if (asked.size >= NPM_PACKAGES_MAX) throw tooMany(`${NPM_PACKAGES_MAX} packages`)
    if (versions.length > NPM_VERSIONS_MAX) throw tooMany(`${NPM_VERSIONS_MAX} versions of ${name}`)
    const distinct = new Set(versions)
    all += distinct.size
    if (all > NPM_ASKED_MAX) throw tooMany(`${NPM_ASKED_MAX} versions of all packages`)
    asked.set(name, distinct)
  }
  return asked
}

/**
 * Returns the packages of a tree from older clients. Not recursive, because the sender controls the depth.
 * @throws {Failure} `body_too_large`
 */
export function treeNodes(tree: unknown): readonly TreeNode[] {
  const places: TreeNode[] = []
  const open: { readonly node: unknown; readonly path: string; readonly depth: number }[] = [
    { node: tree, path: '', depth: 0 },
  ]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { dependencies } = objectOf(next.node)
    for (const [name, node] of Object.entries(objectOf(dependencies))) {
      if (places.length >= PLACES_MAX) throw tooMany(`${PLACES_MAX} packages in a tree`)
      if (next.depth >= DEPTH_MAX) throw tooMany(`${DEPTH_MAX} levels of nested packages`)
      if (name.length > NPM_TEXT_UNITS_MAX) throw tooMany(`${NPM_TEXT_UNITS_MAX} characters in a name`)
      // Longer paths are truncated.
      const path = next.path === '' ? name : next.path.length > PATH_UNITS_MAX ? next.path : `${next.path}>${name}`
      const { version, dev } = objectOf(node)
      if (typeof version === 'string' && version.length <= NPM_TEXT_UNITS_MAX) {
        places.push({ name, version, path, dev: dev === true })
      }
      open.push({ node, path, depth: next.depth + 1 })
    }
  }
  return places
}

/** @throws {Failure} `body_too_large` */
export function packagesInTree(places: readonly TreeNode[]): RequestedPackages {
  const asked = new Map<string, string[]>()
  const seen = new Set<string>()
  for (const { name, version } of places) {
    // Package names contain no spaces.
    const key = `${name} ${version}`
    if (seen.has(key)) continue
    seen.add(key)
    const versions = asked.get(name)
    if (versions === undefined) asked.set(name, [version])
    else versions.push(version)
  }
  return requestedPackages(Object.fromEntries(asked))
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

function tooMany(what: string): Failure {
  return new Failure('body_too_large', `An audit request can contain at most ${what}.`)
}
