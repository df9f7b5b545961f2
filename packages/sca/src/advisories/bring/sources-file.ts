import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '@gatehouse/kernel'
import { z } from 'zod'

/** Stored next to the snapshots, since it does not affect findings: the origin of their data. */
const SOURCES_FILE = 'sources.json'

const Text = z.string().max(8_192)

const SourceState = z.object({
  kind: z.enum(['advisories', 'kev', 'epss']),
  /** An absolute path or an address. */
  from: Text,
  /** Digest of the raw bytes; absent for a folder. */
  sha256: z.string().optional(),
  etag: Text.optional(),
  lastModified: Text.optional(),
  /** Time of the data: when an address was requested, or a file was written. */
  asOf: z.iso.datetime(),
  /** The day that the data themselves name; the catalogues of exploitation do. */
  published: Text.optional(),
})
export type SourceState = z.infer<typeof SourceState>
export type SourceKind = SourceState['kind']

/** Source as the user names it. */
export type NamedSource = Pick<SourceState, 'kind' | 'from'>

const SourcesFile = z.object({ version: z.literal(1), sources: z.array(SourceState) })

/**
 * Returns the sources of the current data; empty when nothing was imported from the command line.
 * @throws {Failure} `unavailable` when the file is damaged
 */
export function readSources(folder: string): readonly SourceState[] {
  const path = join(folder, SOURCES_FILE)
  if (!existsSync(path)) return []
  try {
    return SourcesFile.parse(JSON.parse(readFileSync(path, 'utf8'))).sources
  } catch (cause) {
    throw new Failure('unavailable', `${path} is corrupt. Remove it and import again.`, { cause })
  }
}

/** Replaces the file atomically. Only its owner may read it: the address of a mirror may contain a token. */
export function writeSources(folder: string, sources: readonly SourceState[]): void {
  const path = join(folder, SOURCES_FILE)
  const next = `${path}.${process.pid}.new`
  writeFileSync(next, `${JSON.stringify({ version: 1, sources }, null, 2)}\n`, { mode: 0o600 })
  renameSync(next, path)
}

/**
 * Merges the sources after an import: imported sources replace their earlier states, others are kept. There is one catalogue of each kind,
 * and `replace` drops other advisories.
 */
export function mergeSources(
  before: readonly SourceState[],
  read: readonly SourceState[],
  replace: boolean,
): readonly SourceState[] {
  const isGone = ({ kind, from }: SourceState): boolean =>
    read.some((item) => item.kind === kind && (kind !== 'advisories' || item.from === from)) ||
    (replace && kind === 'advisories')
  return [...before.filter((item) => !isGone(item)), ...read]
}

export function removeSources(folder: string): void {
  rmSync(join(folder, SOURCES_FILE), { force: true })
}

/** Drops the OSV export of one ecosystem. Other sources may contain it too: the next import reads them again, changed or not. */
export function dropSourcesOf(folder: string, ecosystem: string): void {
  const remaining = readSources(folder).filter(
    ({ kind, from }) =>
      kind !== 'advisories' || !shownSource(from).endsWith(`/${encodeURIComponent(ecosystem)}/all.zip`),
  )
  const unread = ({ kind, from, asOf }: SourceState): SourceState => ({ kind, from, asOf })
  writeSources(
    folder,
    remaining.map((item) => (item.kind === 'advisories' ? unread(item) : item)),
  )
}

/** Returns a displayable source: the query string of an address may contain a token. */
export function shownSource(from: string): string {
  return isAddress(from) ? from.replace(/[?#].*$/s, '') : from
}

export function isAddress(from: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(from)
}
