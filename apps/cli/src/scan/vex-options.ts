import type { ScanOptions } from './options.ts'

export const VEX_FORMATS = ['openvex', 'cyclonedx'] as const

/** Options of a VEX document. */
export interface VexOptions extends Pick<
  ScanOptions,
  'branch' | 'commit' | 'all' | 'output' | 'triage' | 'advisories'
> {
  readonly format: (typeof VEX_FORMATS)[number]
  readonly name?: string
  readonly projectVersion?: string
  readonly author: string
}

/** Default author. */
export const AUTHOR_DEFAULT = 'Gatehouse'
