import type { RunOptions } from '../options.ts'

export interface HardenOptions extends Omit<RunOptions, 'report' | 'markdown' | 'junit' | 'sarif' | 'csv' | 'html'> {
  /** Tenant id, or a policy file. */
  readonly guard: string
  /** JSON report of an earlier run; default: attacks the target first. */
  readonly report?: string
  /** JSON Lines with `input` and `output`. */
  readonly traffic?: string
  readonly publish?: true
  /** Output file of the draft. */
  readonly draft?: string
  readonly markdown?: string
  /** Guard service of the tenant. */
  readonly url?: string
}
