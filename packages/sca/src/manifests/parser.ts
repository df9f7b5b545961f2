import type { ComponentScope, HashAlgorithm, PurlParts } from '@gatehouse/formats'
import type { GapReason } from '@gatehouse/scan-engine'

/** Most bytes of one manifest or lock file. Ours: the lock files of large monorepos have some 5 MB. */
export const MANIFEST_BYTES_MAX = 16 * 1024 * 1024
/** Packages that one file may name, and edges between them. Ours: ten times what the largest monorepos have. */
export const PACKAGES_MAX = 100_000
export const EDGES_MAX = 1_000_000
/** UTF-16 units of one name, version or path. Ours; registries stop at a few hundred. */
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
   * A file by its path relative to the tree. Undefined where there is none, it is too large, or nobody read it yet: then it
   * is read, and the parser runs again.
   */
  readonly read: (path: string) => ManifestFile | undefined
  /** Paths in the tree that hold the same kind of file, for what is found by looking below a folder. */
  readonly paths: readonly string[]
}

export interface Hash {
  readonly algorithm: HashAlgorithm
  readonly hex: string
}

/** A package as one file names it. */
export interface ManifestPackage {
  /** What edges and roots of the same file call it. */
  readonly key: string
  /** Without a version where the file does not settle one. */
  readonly purl: PurlParts
  /** From 1, in the file that names it. */
  readonly line?: number | undefined
  readonly hashes?: readonly Hash[] | undefined
  /** What the makers say: an SPDX expression or a name. */
  readonly licence?: string | undefined
  /** The requirement, where there is one and no version. */
  readonly wanted?: string | undefined
  /** Where another file than the parsed one names it, e.g. the one that `-r` takes in. */
  readonly path?: string | undefined
}

export interface ManifestEdge {
  readonly from: string
  readonly to: string
  /** `runtime` where nothing else is said; `peer` and `optional` hold for what is reached no other way. */
  readonly scope?: ComponentScope
}

/** What the project itself asks for. */
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
  /** Folders of the tree whose manifests this lock file speaks for beside its own, e.g. the members of a workspace. */
  readonly members?: readonly string[]
}

/** One kind of file that names packages. Pure over the text of its file and what it asks of the others. */
export interface ManifestParser {
  /** Of the parser: `npm-lock`. */
  readonly name: string
  /** Names of files, or globs of paths where `*` stands for any run of characters but `/`; `**` + `/` for any folders. */
  readonly names: readonly string[]
  /** As OSV names it. */
  readonly ecosystem: string
  /** A lock file settles versions; a manifest counts only where no lock file of its ecosystem speaks for its folder. */
  readonly kind: 'lock' | 'manifest'
  /** @throws whatever: a file that cannot be read is a gap `unparsed` with the message */
  readonly parse: (file: ManifestFile, siblings: Siblings) => Manifest
}

export function defineManifest(parser: ManifestParser): ManifestParser {
  return parser
}
