import type { Manifest, ManifestParser } from '@gatehouse/sca'

/** Reader of files that package managers write beside installed packages. */
export interface InstalledReader {
  readonly name: string
  /** As OSV names it. */
  readonly ecosystem: string
  readonly matches: (path: string) => boolean
  readonly bytesMax: number
  /** @throws any error: an unreadable file is a gap `unparsed` */
  readonly read: (path: string, bytes: Uint8Array) => Pick<Manifest, 'packages' | 'gaps'>
}

/** Returns the reader as a parser for the merge with lock files. */
export function asParser({ name, ecosystem }: InstalledReader): ManifestParser {
  return { name, ecosystem, names: [], kind: 'lock', parse: () => ({ packages: [], edges: [], roots: [], gaps: [] }) }
}
