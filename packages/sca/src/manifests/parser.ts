import type { PurlParts } from '@gatehouse/formats'
import type { ComponentScope, HashAlgorithm } from '@gatehouse/formats/artifacts'
import type { GapReason } from '@gatehouse/scan-engine'

/** Maximum size of one manifest or lock file. Own limit: the lock files of large monorepos have about 5 MB. */
export const MANIFEST_BYTES_MAX = 16 * 1024 * 1024
/** Maximum numbers of packages and edges per file. Own limit: ten times the largest monorepos. */
export const PACKAGES_MAX = 100_000
export const EDGES_MAX = 1_000_000
/** Maximum length of a name, version or path in UTF-16 units. Own limit; registries allow a few hundred. */
export const FIELD_UNITS_MAX = 1_024

/** A file that was read whole. */
export interface ManifestFile {
  /** Relative to the root of the tree, with `/`. */
  readonly path: string
  readonly text: string
}

/** The other files of the tree. */
export interface Siblings {
  /**
   * Returns a file by its path relative to the tree. Undefined when it is missing, too large, or not yet read: then it is read, and the
   * parser runs again.
   */
  readonly read: (path: string) => ManifestFile | undefined
  /** Paths of the same file type in the tree, for searches below a folder. */
  readonly paths: readonly string[]
}

export interface Hash {
  readonly algorithm: HashAlgorithm
  readonly hex: string
}

/** Package in one file. */
export interface ManifestPackage {
  /** Id in edges and roots of the same file. */
  readonly key: string
  /** Without a version if the file does not fix one. */
  readonly purl: PurlParts
  /** From 1, in the file that names it. */
  readonly line?: number | undefined
  readonly hashes?: readonly Hash[] | undefined
  /** License of the vendor: an SPDX expression or a name. */
  readonly licence?: string | undefined
  /** Version requirement, if there is no exact version. */
  readonly wanted?: string | undefined
  /** File that names the package, if different from the parsed one, e.g. one included with `-r`. */
  readonly path?: string | undefined
}

export interface ManifestEdge {
  readonly from: string
  readonly to: string
  /** Default `runtime`; `peer` and `optional` apply to packages that are not reachable otherwise. */
  readonly scope?: ComponentScope
}

/** Direct dependency of the project. */
export interface ManifestRoot {
  readonly to: string
  readonly scope: ComponentScope
  /** Whether the project names it, rather than the file listing it with all others. */
  readonly direct: boolean
}

export interface ManifestGap {
  readonly reason: GapReason
  readonly detail: string
}

export interface Manifest {
  readonly packages: readonly ManifestPackage[]
  readonly edges: readonly ManifestEdge[]
  readonly roots: readonly ManifestRoot[]
  readonly gaps: readonly ManifestGap[]
  /** Folders whose manifests this lock file covers in addition to its own, e.g. workspace members. */
  readonly members?: readonly string[]
}

/** Parser of one manifest type. Pure function of its file's text and of requested files. */
export interface ManifestParser {
  /** Of the parser: `npm-lock`. */
  readonly name: string
  /** File names, or path globs: `*` matches any characters except `/`; `**` + `/` matches any folders. */
  readonly names: readonly string[]
  /** As OSV names it. */
  readonly ecosystem: string
  /** A lock file fixes versions; a manifest is used only when no lock file of its ecosystem covers its folder. */
  readonly kind: 'lock' | 'manifest'
  /** @throws any error: an unreadable file is a gap `unparsed` with the message */
  readonly parse: (file: ManifestFile, siblings: Siblings) => Manifest
}

export function defineManifest(parser: ManifestParser): ManifestParser {
  return parser
}
