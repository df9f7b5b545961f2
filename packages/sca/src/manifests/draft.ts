import type { ComponentScope } from '@gatehouse/formats/artifacts'
import { Failure } from '@gatehouse/kernel'
import {
  EDGES_MAX,
  FIELD_UNITS_MAX,
  type Manifest,
  type ManifestEdge,
  type ManifestGap,
  type ManifestPackage,
  type ManifestRoot,
  PACKAGES_MAX,
} from './parser.ts'

/** Manifest builder that enforces the limits of one manifest. */
export interface Draft {
  /** Adds a package; the first of a key is kept. */
  readonly add: (one: ManifestPackage) => void
  readonly has: (key: string) => boolean
  readonly edge: (from: string, to: string, scope?: ComponentScope) => void
  readonly root: (to: string, scope?: ComponentScope, direct?: boolean) => void
  readonly gap: (reason: ManifestGap['reason'], detail: string) => void
  readonly keys: () => readonly string[]
  readonly finish: (members?: readonly string[]) => Manifest
}

/** Maximum number of gaps per file. */
const GAPS_MAX = 50

export function newDraft(): Draft {
  const packages = new Map<string, ManifestPackage>()
  const edges: ManifestEdge[] = []
  const roots: ManifestRoot[] = []
  const gaps: ManifestGap[] = []
  return {
    add(one) {
      const { name, namespace, version } = one.purl
      if (name === '' || packages.has(one.key)) return
      if ([name, namespace, version].some((text) => (text?.length ?? 0) > FIELD_UNITS_MAX)) {
        if (gaps.length < GAPS_MAX)
          gaps.push({ reason: 'unparsed', detail: 'A name or version exceeds the length limit.' })
        return
      }
      if (packages.size >= PACKAGES_MAX) throw tooMany(`packages than ${PACKAGES_MAX}`)
      packages.set(one.key, one)
    },
    has: (key) => packages.has(key),
    edge(from, to, scope) {
      if (edges.length >= EDGES_MAX) throw tooMany(`dependencies than ${EDGES_MAX}`)
      edges.push({ from, to, ...(scope !== undefined && { scope }) })
    },
    root(to, scope = 'runtime', direct = true) {
      if (roots.length >= EDGES_MAX) throw tooMany(`dependencies than ${EDGES_MAX}`)
      roots.push({ to, scope, direct })
    },
    gap(reason, detail) {
      if (gaps.length < GAPS_MAX) gaps.push({ reason, detail })
    },
    keys: () => [...packages.keys()],
    finish: (members) => ({
      packages: [...packages.values()],
      edges,
      roots,
      gaps,
      ...(members !== undefined && { members }),
    }),
  }
}

function tooMany(what: string): Failure {
  return new Failure('invalid_request', `The file contains more ${what}; the rest were not read.`)
}
