import type { ScanOptions } from './options.ts'

export const SBOM_FORMATS = ['cyclonedx', 'spdx'] as const

/** Options of an SBOM. */
export interface SbomOptions extends Pick<ScanOptions, 'branch' | 'commit' | 'all' | 'output'> {
  readonly format: (typeof SBOM_FORMATS)[number]
  readonly name?: string
  readonly projectVersion?: string
}
