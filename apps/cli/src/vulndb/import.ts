import { resolve } from 'node:path'
import { Failure } from '@gatehouse/kernel'
import { createEgress, type Egress, parseEgressAllow } from '@gatehouse/kernel/egress'
import {
  addressOf,
  importFromSources,
  type SourceImportOptions,
  type ImportResult,
  checkAdvisoryAddress,
  type ImportProgress,
  isAddress,
  mirrorSources,
  type NamedSource,
  openAdvisories,
  OSV_EXPORT,
  progressText,
  readSources,
  type SourceKind,
} from '@gatehouse/sca/advisories'
import { EXIT, type Io } from '../command.ts'
import { ecosystemsOf } from './ecosystems.ts'
import { advisoryFolder } from './folder.ts'
import type { ImportOptions, UpdateOptions } from './options.ts'
import { progressLine } from '../terminal.ts'
import { asJson, asText } from './report.ts'

/**
 * Runs `gatehouse vulndb import`.
 * @returns the exit code
 * @throws {Failure} if a source is invalid
 */
export async function importSources(values: readonly string[], options: ImportOptions, io: Io): Promise<number> {
  const folder = advisoryFolder(options.folder, io)
  const ecosystems = ecosystemsOf(options.ecosystem)
  const mirror = addressOf(options.mirror ?? OSV_EXPORT).href
  const named: NamedSource[] = [...values, ...(ecosystems === undefined ? [] : [folderAddress(mirror)])].map((from) =>
    nameSource('advisories', from, io),
  )
  if (options.kev !== undefined) named.push(nameSource('kev', options.kev, io))
  if (options.epss !== undefined) named.push(nameSource('epss', options.epss, io))
  if (named.length === 0) {
    throw new Failure(
      'invalid_request',
      'Nothing to import. Pass --ecosystem, --kev, --epss, or files, folders or URLs of advisories.',
    )
  }
  const replace = options.replace === true
  if (replace && named.every(({ kind }) => kind !== 'advisories')) {
    throw new Failure('invalid_request', '--replace requires advisories to import.')
  }
  const importResult = await runImport({ folder, named, ecosystems, known: [], replace, memory_mb: options.memory }, io)
  io.stdout.write(options.json === true ? asJson(importResult) : asText(importResult))
  return EXIT.ok
}

/**
 * Runs `gatehouse vulndb update`: imports the known sources again.
 * @returns the exit code
 * @throws {Failure} `not_found` if nothing was imported, or if a source is invalid
 */
export async function updateSources(options: UpdateOptions, io: Io): Promise<number> {
  const folder = advisoryFolder(options.folder, io)
  const known = readSources(folder)
  if (known.length === 0) {
    throw new Failure('not_found', `No import has run in ${folder} yet. See gatehouse vulndb import --help.`)
  }
  const named = known.map(({ kind, from }) => ({ kind, from }))
  // Without a snapshot nothing was imported, even if the source list has entries.
  const entries = hasAdvisories(folder) ? known : []
  const importResult = await runImport(
    { folder, named, ecosystems: undefined, known: entries, replace: false, memory_mb: options.memory },
    io,
  )
  io.stdout.write(options.json === true ? asJson(importResult) : asText(importResult))
  return EXIT.ok
}

function hasAdvisories(folder: string): boolean {
  const database = openAdvisories({ folder })
  database?.close()
  return database !== undefined
}

function folderAddress(address: string): string {
  const url = new URL(address)
  if (!url.pathname.endsWith('/')) url.pathname += '/'
  return url.href
}

interface Bringing extends Pick<SourceImportOptions, 'folder' | 'named' | 'known' | 'replace' | 'memory_mb'> {
  /** For folders in OSV's export format; undefined: all. */
  readonly ecosystems: readonly string[] | undefined
}

async function runImport(bringing: Bringing, io: Io): Promise<ImportResult> {
  const stop = new AbortController()
  void io
    .untilStopped()
    .then((signal) => stop.abort(new Failure('unavailable', `The import was stopped by ${signal}.`)))
  // The operator of this machine can access its networks.
  const egress = createEgress({ allow: parseEgressAllow(io.env['GATEHOUSE_EGRESS_ALLOW'] ?? ''), localMode: true })
  const line = progressLine(io)
  try {
    const progress = (importProgress: ImportProgress): void => line.show(progressText(importProgress))
    const { ecosystems, ...rest } = bringing
    const files = rest.named.map((item) => filesOf(item, egress, stop.signal, ecosystems))
    const named = (await Promise.all(files)).flat()
    return await importFromSources({ ...rest, named, egress, now_ms: Date.now(), signal: stop.signal, progress })
  } finally {
    line.clear()
    await egress.close()
  }
}

/** For an address with a trailing slash, the listed advisory files are used. */
async function filesOf(
  source: NamedSource,
  egress: Egress,
  signal: AbortSignal,
  ecosystems: readonly string[] | undefined,
): Promise<readonly NamedSource[]> {
  const isFolder =
    source.kind === 'advisories' && isAddress(source.from) && addressOf(source.from).pathname.endsWith('/')
  if (!isFolder) return [source]
  const address = addressOf(source.from)
  await checkAdvisoryAddress(address, egress)
  const files = await mirrorSources(address, egress, signal, ecosystems)
  const missing = ecosystems?.filter(
    (name) => !files.some(({ from }) => from.includes(`/${encodeURIComponent(name)}/`)),
  )
  if (missing === undefined || missing.length === 0) return files
  throw new Failure('not_found', `${address.host} provides no advisories for ${missing.join(', ')}.`)
}

function nameSource(kind: SourceKind, from: string, io: Io): NamedSource {
  return { kind, from: isAddress(from) ? addressOf(from).href : resolve(io.cwd, from) }
}
