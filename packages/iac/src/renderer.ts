import type { SourceTree, TreeFile } from '@gatehouse/scan-engine'
import type { Rendered } from './rendered.ts'

/** What is rendered as one: a chart, an overlay, a module. */
export interface RenderUnit {
  /** Unique among the units of a renderer and the same on every worker. */
  readonly id: string
  /** What is read to render it. */
  readonly files: readonly TreeFile[]
  /** Paths that say nothing as they are written: they are judged rendered alone. */
  readonly replaces: ReadonlySet<string>
}

/** Makes documents of templates. */
export interface Renderer {
  /** A word, e.g. `helm`. */
  readonly name: string
  /** By the names of files alone. */
  readonly plan: (tree: SourceTree) => readonly RenderUnit[]
  /** Everything bounded; what could not be resolved is a gap of the document. */
  readonly render: (unit: RenderUnit, tree: SourceTree) => Promise<readonly Rendered[]>
}
