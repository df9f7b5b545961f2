/** Reason for a dependency. `dev`: for building and testing only; `optional`: may be missing; `peer`: provided by the consumer. */
export const COMPONENT_SCOPES = ['runtime', 'dev', 'optional', 'peer'] as const
export type ComponentScope = (typeof COMPONENT_SCOPES)[number]

/** Digest algorithms as CycloneDX spells them. */
export const HASH_ALGORITHMS = ['MD5', 'SHA-1', 'SHA-256', 'SHA-384', 'SHA-512'] as const
export type HashAlgorithm = (typeof HASH_ALGORITHMS)[number]

/** Package in one version: the common model of all document formats. */
export interface Component {
  /** The package URL with its version, canonical: the same in every document. */
  readonly purl: string
  /** Display name with its namespace: `@types/node`, `org.apache.commons:commons-text`. */
  readonly name: string
  /** Absent when unknown. */
  readonly version?: string
  readonly scope: ComponentScope
  /** Whether the project itself asks for it. */
  readonly direct: boolean
  /** A valid SPDX expression. */
  readonly licence?: string
  /** License texts of the vendor that are not SPDX expressions. */
  readonly licenceNames?: readonly string[]
  readonly hashes?: readonly { readonly algorithm: HashAlgorithm; readonly hex: string }[]
  /** Files that declare the package, relative to the project, with the line if known. */
  readonly locations: readonly { readonly path: string; readonly line?: number }[]
}

/** A bill of materials, before it has a format. */
export interface Bom {
  /** Product that contains the components. */
  readonly root: { readonly name: string; readonly version?: string }
  /** Unique by purl. */
  readonly components: readonly Component[]
  /** Purl → purls that it depends on; the project itself under {@link ROOT}. Names only components that are there. */
  readonly dependencies: ReadonlyMap<string, readonly string[]>
  readonly madeAt: Date
  /** UUID of the document. */
  readonly id: string
  /** Version of the document: 1, or higher when it was regenerated under the same id. */
  readonly version?: number
  /** Completeness of the list; if absent, not stated. */
  readonly completeness?: BomCompleteness
  readonly tool: { readonly name: string; readonly version: string }
}

/** `complete`: every manifest was read; `incomplete`: some were not; `unknown`: no package scan was made. */
export const BOM_COMPLETENESS = ['complete', 'incomplete', 'unknown'] as const
export type BomCompleteness = (typeof BOM_COMPLETENESS)[number]

/** The project itself, in the graph. */
export const ROOT = 'root'

/** Returns components in a deterministic order. */
export function sortedComponents({ components }: Bom): readonly Component[] {
  return components.toSorted((a, b) => compareText(a.purl, b.purl))
}

/** Returns every node with its dependencies, without duplicates and in a deterministic order; includes nodes without edges. */
export function sortedEdges(bom: Bom): readonly (readonly [from: string, to: readonly string[]])[] {
  const known = new Set(bom.components.map(({ purl }) => purl))
  return [ROOT, ...[...known].toSorted(compareText)].map((from) => {
    const to = (bom.dependencies.get(from) ?? []).filter((item) => known.has(item) && item !== from)
    return [from, [...new Set(to)].toSorted(compareText)]
  })
}

/** By code units, so that every machine agrees. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
