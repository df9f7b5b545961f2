import type { ScanOptions } from './options.ts'

export const SBOM_FORMATS = ['cyclonedx', 'spdx'] as const

/** What a person may say of a bill of materials. */
export interface SbomOptions extends Pick<ScanOptions, 'branch' | 'commit' | 'all' | 'output'> {
  readonly format: (typeof SBOM_FORMATS)[number]
  readonly name?: string
  readonly projectVersion?: string
}
