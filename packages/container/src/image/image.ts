import type { ImageConfig } from './documents.ts'
import type { Segment } from './tar-sparse.ts'

export interface ImageLayer {
  readonly index: number
  /** Digest of the layer as stored; without one, of its uncompressed content. */
  readonly digest: string
  /** Dockerfile instruction from the history of the image. */
  readonly instruction?: string
}

/** Regular file of a layer, with the location of its content in the spool file. */
export interface ImageFile {
  /** Without a leading slash. */
  readonly path: string
  readonly layer: number
  readonly size: number
  readonly offset: number
  readonly segments?: readonly Segment[]
  /** Whether the file is in the file system of a container; otherwise a later layer deletes or replaces it. */
  readonly isPresent: boolean
}

/** Image whose layers were verified and listed. */
export interface ImageContents {
  readonly config: ImageConfig
  readonly layers: readonly ImageLayer[]
  readonly files: readonly ImageFile[]
  /** Symbolic links of the file system by path. */
  readonly links: ReadonlyMap<string, string>
  /** Sentences about parts of the image that are not in {@link files}. */
  readonly left: readonly string[]
}
