import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '@gatehouse/kernel'
import { z } from 'zod'

/** Beside the snapshots, since it says nothing about findings: where their data came from. */
const SOURCES_FILE = 'sources.json'

const Text = z.string().max(8_192)

const SourceState = z.object({
  kind: z.enum(['advisories', 'kev', 'epss']),
  /** An absolute path or an address. */
  from: Text,
  /** Of the bytes as they came; a folder has none. */
  sha256: z.string().optional(),
  etag: Text.optional(),
  lastModified: Text.optional(),
  /** As of when the data are what the source says: when an address was asked, when a file was written. */
  asOf: z.iso.datetime(),
  /** The day that the data themselves name; the catalogues of exploitation do. */
  published: Text.optional(),
})
export type SourceState = z.infer<typeof SourceState>
export type SourceKind = SourceState['kind']

/** A source as somebody names it. */
export type NamedSource = Pick<SourceState, 'kind' | 'from'>

const SourcesFile = z.object({ version: z.literal(1), sources: z.array(SourceState) })

/**
 * Where the present data came from; empty when nothing was imported from the command line.
 * @throws {Failure} `unavailable` when the file is damaged
 */
export function readSources(folder: string): readonly SourceState[] {
  const path = join(folder, SOURCES_FILE)
  if (!existsSync(path)) return []
  try {
    return SourcesFile.parse(JSON.parse(readFileSync(path, 'utf8'))).sources
  } catch (cause) {
    throw new Failure('unavailable', `${path} is damaged; remove it and import again.`, { cause })
  }
}

/** Replaces the file at once. Only its owner may read it: the address of a mirror may hold a token. */
export function writeSources(folder: string, sources: readonly SourceState[]): void {
  const path = join(folder, SOURCES_FILE)
  const next = `${path}.${process.pid}.new`
  writeFileSync(next, `${JSON.stringify({ version: 1, sources }, null, 2)}\n`, { mode: 0o600 })
  renameSync(next, path)
}

/**
 * The sources after an import: those that were read stand for themselves, others stay, except that there is one catalogue
 * of each kind and that `replace` leaves other advisories behind.
 */
export function mergeSources(
  before: readonly SourceState[],
  read: readonly SourceState[],
  replace: boolean,
): readonly SourceState[] {
  const isGone = ({ kind, from }: SourceState): boolean =>
    read.some((one) => one.kind === kind && (kind !== 'advisories' || one.from === from)) ||
    (replace && kind === 'advisories')
  return [...before.filter((one) => !isGone(one)), ...read]
}

/** A source as it may be shown: what stands behind the question mark of an address may be a token. */
export function shownSource(from: string): string {
  return isAddress(from) ? from.replace(/[?#].*$/s, '') : from
}

export function isAddress(from: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(from)
}
