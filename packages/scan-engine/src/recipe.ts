import type { ScannerName } from '@gatehouse/contracts/scans'
import type { Scanner } from './scanner.ts'

/** Describes how a thread creates a scanner that needs only files. Can be sent to a thread. */
export interface ScannerRecipe<Options = unknown> {
  readonly scanner: ScannerName
  /** URL of the module of this product that creates the scanner: see {@link RecipeModule}. */
  readonly module: string
  readonly options: Options
  /** Bytes of a shard below which a thread costs more time than it saves; default: 0. */
  readonly threadBytesMin?: number
}

/** The module that a recipe names. */
export interface RecipeModule<Options = unknown> {
  /** Creates the scanner in a dedicated thread. */
  readonly createFromRecipe: (recipe: ScannerRecipe<Options>) => Scanner
}
