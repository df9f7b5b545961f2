import type { Component } from '@gatehouse/formats'
import type { CoverageGap } from './observation.ts'

/** All packages of a source tree, whatever files name them. */
export interface Inventory {
  /** Unique by purl, in the order of their purls. */
  readonly components: readonly InventoryComponent[]
  /** Purl → purls that it depends on; what the project itself asks for under `ROOT`. May hold cycles. */
  readonly dependencies: ReadonlyMap<string, readonly string[]>
  readonly gaps: readonly CoverageGap[]
  /** Lock files and manifests that it was made from. */
  readonly files: readonly string[]
}

/** A component with the name under which advisories know it. */
export interface InventoryComponent extends Component {
  /** As OSV names it, e.g. `npm`. */
  readonly ecosystem: string
}
