import type { ComponentScope, HashAlgorithm } from '@gatehouse/formats/artifacts'

/** Component of a document, before its package URL is checked. */
export interface SbomComponent {
  readonly key: string
  readonly name: string
  readonly version: string | undefined
  readonly purl: string | undefined
  readonly licence: string | undefined
  readonly hashes: readonly { readonly algorithm: HashAlgorithm; readonly hex: string }[]
  /** Scope that the document states for the component itself. */
  readonly scope: ComponentScope | undefined
}

/** Bill of materials in one model for both standards. Keys are the ids of the document. */
export interface SbomDocument {
  readonly standard: 'CycloneDX' | 'SPDX'
  readonly version: string
  /** Name of the described product. */
  readonly subject: string | undefined
  readonly components: readonly SbomComponent[]
  readonly edges: readonly { readonly from: string; readonly to: string; readonly scope: ComponentScope }[]
  /** Keys of the described product. */
  readonly roots: ReadonlySet<string>
}

const ALGORITHMS: Readonly<Record<string, HashAlgorithm>> = {
  md5: 'MD5',
  sha1: 'SHA-1',
  sha256: 'SHA-256',
  sha384: 'SHA-384',
  sha512: 'SHA-512',
}

/** Returns a digest if both parts are valid. */
export function hashOf(algorithm: string | undefined, hex: string | undefined): SbomComponent['hashes'] {
  const key = (algorithm ?? '').toLowerCase().replaceAll('-', '')
  const known = Object.hasOwn(ALGORITHMS, key) ? ALGORITHMS[key] : undefined
  if (known === undefined || hex === undefined || !/^[0-9a-f]{32,128}$/i.test(hex)) return []
  return [{ algorithm: known, hex: hex.toLowerCase() }]
}
