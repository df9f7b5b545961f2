import { Failure } from '@gatehouse/kernel'
import { type Egress } from '@gatehouse/kernel/egress'
import { ECOSYSTEMS } from '../../versions/ecosystems.ts'
import { boundsOf } from './address.ts'
import type { NamedSource } from './sources-file.ts'

/** OSV's public export: `ecosystems.txt`, and `<ecosystem>/all.zip`. */
export const OSV_EXPORT = 'https://osv-vulnerabilities.storage.googleapis.com/'

/** Files with advisories. */
const COLLECTION = /\.(?:zip|jsonl|ndjson|json)(?:\.gz)?$/i
/** Maximum number of files per mirror. Own limit: OSV has some forty ecosystems. */
const SOURCES_MAX = 100
const LIST_BYTES_MAX = 4 * 1_048_576
const LIST_TIMEOUT_MS = 30_000

/**
 * Returns the files at a mirror's address: an advisory file itself, or the content of a folder. A folder is listed in two ways:
 * `ecosystems.txt` with an `all.zip` below each name, as OSV publishes its data, or a page with links.
 * @param ecosystems filter for a folder in OSV format; default: all with comparable versions
 * @throws {Failure} the problem of the mirror
 */
export async function mirrorSources(
  address: URL,
  egress: Egress,
  signal: AbortSignal,
  ecosystems: readonly string[] = ECOSYSTEMS,
): Promise<readonly NamedSource[]> {
  if (COLLECTION.test(address.pathname)) return [source(address)]
  const folder = new URL(address)
  if (!folder.pathname.endsWith('/')) folder.pathname += '/'
  const listed = await textOf(within(folder, 'ecosystems.txt'), egress, signal)
  const found =
    listed === undefined ? await linkedFrom(folder, egress, signal) : ecosystemsIn(listed, folder, ecosystems)
  if (found.length === 0) throw new Failure('not_found', `${address.host} does not list any advisory files`)
  return found.slice(0, SOURCES_MAX)
}

function ecosystemsIn(listed: string, folder: URL, wanted: readonly string[]): readonly NamedSource[] {
  // Releases of distributions are within the file of the distribution.
  const names = new Set(listed.split('\n').map((line) => line.trim()))
  return wanted
    .filter((name) => names.has(name))
    .map((name) => source(within(folder, `${encodeURIComponent(name)}/all.zip`)))
}

async function linkedFrom(folder: URL, egress: Egress, signal: AbortSignal): Promise<readonly NamedSource[]> {
  const page = await textOf(folder, egress, signal)
  const found = new Map<string, NamedSource>()
  for (const [, quoted = '', plain = ''] of (page ?? '').matchAll(
    /\bhref="([^"<>]{1,1000})"|\bhref='([^'<>]{1,1000})'/gi,
  )) {
    const link = quoted || plain
    if (!URL.canParse(link, folder.href)) continue
    const url = new URL(link, folder)
    // Links to other locations are untrusted.
    if (url.origin !== folder.origin || !url.pathname.startsWith(folder.pathname)) continue
    url.hash = ''
    if (url.search === '') url.search = folder.search
    if (COLLECTION.test(url.pathname)) found.set(url.href, source(url))
  }
  return [...found.values()]
}

/** The query string may contain a token: it is kept. */
function within(folder: URL, path: string): URL {
  const url = new URL(folder)
  url.pathname += path
  return url
}

/** @returns undefined when the file does not exist */
async function textOf(url: URL, egress: Egress, signal: AbortSignal): Promise<string | undefined> {
  const response = await egress.fetch(url, {
    ...boundsOf(url),
    maxBytes: LIST_BYTES_MAX,
    timeout_ms: LIST_TIMEOUT_MS,
    signal,
  })
  const text = await response.text()
  if (response.status === 200) return text
  if (response.status === 404 || response.status === 403) return undefined
  throw new Failure('unavailable', `${url.host} returned status ${response.status}`)
}

function source(url: URL): NamedSource {
  return { kind: 'advisories', from: url.href }
}
