import type { SourceTree, TreeFile } from '@gatehouse/scan-engine'
import type { Rendered } from './rendered.ts'

/** A chart, an overlay or a module that is rendered as one. */
export interface RenderUnit {
  /** Unique among the units of a renderer and the same on every worker. */
  readonly id: string
  /** Files that rendering reads. */
  readonly files: readonly TreeFile[]
  /** Paths that are scanned only in rendered form. */
  readonly replaces: ReadonlySet<string>
}

/** Renders templates to documents. */
export interface Renderer {
  /** A word, e.g. `helm`. */
  readonly name: string
  /** By the names of files alone. */
  readonly plan: (tree: SourceTree) => readonly RenderUnit[]
  /** All work is bounded; an unresolved part is a gap of the document. */
  readonly render: (unit: RenderUnit, tree: SourceTree) => Promise<readonly Rendered[]>
}
