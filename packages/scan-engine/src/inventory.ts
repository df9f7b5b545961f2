import type { Component } from '@gatehouse/formats/artifacts'
import type { CoverageGap } from './observation.ts'

/** All packages of a source tree, from all files. */
export interface Inventory {
  /** Unique by purl, in the order of their purls. */
  readonly components: readonly InventoryComponent[]
  /** Purl → purls of its dependencies; direct dependencies are under `ROOT`. May contain cycles. */
  readonly dependencies: ReadonlyMap<string, readonly string[]>
  readonly gaps: readonly CoverageGap[]
  /** Lock files and manifests of the inventory. */
  readonly files: readonly string[]
}

/** Component with its name in advisories. */
export interface InventoryComponent extends Component {
  /** As OSV names it, e.g. `npm`. */
  readonly ecosystem: string
  /** Source package in the advisories of its distribution; absent for packages of languages. */
  readonly source?: { readonly name: string; readonly version: string }
  /** Sentence that names the origin of a package without a dependency path, such as the layer of an image. */
  readonly origin?: string
}
