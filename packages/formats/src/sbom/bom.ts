/** Why a package is there. `dev`: for building and testing alone; `optional`: may be missing; `peer`: somebody else brings it. */
export const COMPONENT_SCOPES = ['runtime', 'dev', 'optional', 'peer'] as const
export type ComponentScope = (typeof COMPONENT_SCOPES)[number]

/** Digest algorithms as CycloneDX spells them. */
export const HASH_ALGORITHMS = ['MD5', 'SHA-1', 'SHA-256', 'SHA-384', 'SHA-512'] as const
export type HashAlgorithm = (typeof HASH_ALGORITHMS)[number]

/** One package of one version: the one description from which every document is made. */
export interface Component {
  /** The package URL with its version, canonical: the same in every document. */
  readonly purl: string
  /** As people call it, with its namespace: `@types/node`, `org.apache.commons:commons-text`. */
  readonly name: string
  /** Absent where nobody could tell. */
  readonly version?: string
  readonly scope: ComponentScope
  /** Whether the project itself asks for it. */
  readonly direct: boolean
  /** A valid SPDX expression. */
  readonly licence?: string
  /** What its makers say of the licence where that is no SPDX expression. */
  readonly licenceNames?: readonly string[]
  readonly hashes?: readonly { readonly algorithm: HashAlgorithm; readonly hex: string }[]
  /** Files that name it, relative to the project, with the line where known. */
  readonly locations: readonly { readonly path: string; readonly line?: number }[]
}

/** A bill of materials, before it has a format. */
export interface Bom {
  /** What is made of the components. */
  readonly root: { readonly name: string; readonly version?: string }
  /** Unique by purl. */
  readonly components: readonly Component[]
  /** Purl → purls that it depends on; the project itself under {@link ROOT}. Names only components that are there. */
  readonly dependencies: ReadonlyMap<string, readonly string[]>
  readonly madeAt: Date
  /** UUID of the document. */
  readonly id: string
  /** Of the document: 1, or more where it was made anew under the same id. */
  readonly version?: number
  /** How far the list can be trusted; absent: nobody says. */
  readonly completeness?: BomCompleteness
  readonly tool: { readonly name: string; readonly version: string }
}

/** `complete`: every file that names packages was read; `incomplete`: some were not; `unknown`: nobody looked for packages. */
export const BOM_COMPLETENESS = ['complete', 'incomplete', 'unknown'] as const
export type BomCompleteness = (typeof BOM_COMPLETENESS)[number]

/** The project itself, in the graph. */
export const ROOT = 'root'

/** Components in one order, whatever order they were found in. */
export function sortedComponents({ components }: Bom): readonly Component[] {
  return components.toSorted((a, b) => compareText(a.purl, b.purl))
}

/** Every node with what it depends on, each edge once, both in one order; nodes without edges are there as well. */
export function sortedEdges(bom: Bom): readonly (readonly [from: string, to: readonly string[]])[] {
  const known = new Set(bom.components.map(({ purl }) => purl))
  return [ROOT, ...[...known].toSorted(compareText)].map((from) => {
    const to = (bom.dependencies.get(from) ?? []).filter((one) => known.has(one) && one !== from)
    return [from, [...new Set(to)].toSorted(compareText)]
  })
}

/** By code units, so that every machine agrees. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
