import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createEgress, Failure, parseEgressAllow } from '@gatehouse/kernel'
import { type ImportReport, openAdvisories } from '@gatehouse/scanners'
import { EXIT, type Io } from '../command.ts'
import { progressLine } from '../terminal.ts'
import { advisoryFolder } from './folder.ts'
import { importInThread } from './import-thread.ts'
import { removeLeftovers } from './leftovers.ts'
import { addressOf, obtain, type Obtained } from './obtain.ts'
import type { ImportOptions, UpdateOptions } from './options.ts'
import { asJson, asText } from './report.ts'
import {
  isAddress,
  mergeSources,
  type NamedSource,
  readSources,
  type SourceKind,
  type SourceState,
  writeSources,
} from './sources-file.ts'

/** What an import or an update did, as it is reported. */
export interface Brought {
  readonly obtained: readonly Obtained[]
  /** Undefined when no source had anything new. */
  readonly report: ImportReport | undefined
}

/**
 * `gatehouse vulndb import`.
 * @returns the exit code
 * @throws {Failure} what is wrong with a source
 */
export async function importSources(given: readonly string[], options: ImportOptions, io: Io): Promise<number> {
  const folder = advisoryFolder(options.folder, io)
  const named: NamedSource[] = given.map((from) => nameSource('advisories', from, io))
  if (options.kev !== undefined) named.push(nameSource('kev', options.kev, io))
  if (options.epss !== undefined) named.push(nameSource('epss', options.epss, io))
  if (named.length === 0) {
    throw new Failure(
      'invalid_request',
      'Name what to import: files, folders or addresses of advisories, --kev, --epss.',
    )
  }
  const replace = options.replace === true
  if (replace && given.length === 0) throw new Failure('invalid_request', '--replace needs advisories to put in place.')
  const brought = await bring({ folder, named, known: [], replace, memory_mb: options.memory }, io)
  io.stdout.write(options.json === true ? asJson(brought) : asText(brought))
  return EXIT.ok
}

/**
 * `gatehouse vulndb update`: what the imports named, again.
 * @returns the exit code
 * @throws {Failure} `not_found` when nothing was imported, or what is wrong with a source
 */
export async function updateSources(options: UpdateOptions, io: Io): Promise<number> {
  const folder = advisoryFolder(options.folder, io)
  const known = readSources(folder)
  if (known.length === 0) {
    throw new Failure('not_found', `Nothing was imported into ${folder} yet: see gatehouse vulndb import --help.`)
  }
  const named = known.map(({ kind, from }) => ({ kind, from }))
  // Without a snapshot nothing of it is there, whatever the list of sources says.
  const held = holdsAdvisories(folder) ? known : []
  const brought = await bring({ folder, named, known: held, replace: false, memory_mb: options.memory }, io)
  io.stdout.write(options.json === true ? asJson(brought) : asText(brought))
  return EXIT.ok
}

function holdsAdvisories(folder: string): boolean {
  const database = openAdvisories({ folder })
  database?.close()
  return database !== undefined
}

interface Bringing {
  readonly folder: string
  readonly named: readonly NamedSource[]
  /** What is read only if it changed. */
  readonly known: readonly SourceState[]
  readonly replace: boolean
  readonly memory_mb: number
}

async function bring({ folder, named, known, replace, memory_mb }: Bringing, io: Io): Promise<Brought> {
  const stop = new AbortController()
  void io.untilStopped().then((signal) => stop.abort(new Failure('unavailable', `The import was ended by ${signal}.`)))
  // Whoever tends this machine may reach what it may reach.
  const egress = createEgress({ allow: parseEgressAllow(io.env['GATEHOUSE_EGRESS_ALLOW'] ?? ''), localMode: true })
  await mkdir(folder, { recursive: true })
  await removeLeftovers(folder, Date.now())
  const workspace = await mkdtemp(join(folder, 'downloading-'))
  const line = progressLine(io)
  try {
    const progress = (text: string): void => line.show(text)
    const ports = { egress, workspace, now_ms: Date.now(), signal: stop.signal, progress }
    const obtained: Obtained[] = []
    for (const [at, source] of named.entries()) {
      const before = known.find(({ kind, from }) => kind === source.kind && from === source.from)
      // A folder of its own: two addresses may end in the same name.
      const own = join(workspace, String(at))
      await mkdir(own)
      obtained.push(await obtain(source, before, { ...ports, workspace: own }))
    }
    const job = jobOf(folder, obtained, replace)
    const counted = (records: number): void => line.show(`${records} records read`)
    const report = job && (await importInThread(job, { memory_mb, signal: stop.signal, progress: counted }))
    const read = obtained.map(({ state }) => state)
    writeSources(folder, mergeSources(readSources(folder), read, replace))
    return { obtained, report }
  } catch (thrown) {
    // Streams that a signal breaks off tell of it in words of their own.
    throw stop.signal.aborted ? stop.signal.reason : thrown
  } finally {
    line.clear()
    await egress.close()
    await rm(workspace, { recursive: true, force: true })
  }
}

function jobOf(folder: string, obtained: readonly Obtained[], replace: boolean) {
  const pathsOf = (kind: SourceKind): readonly string[] =>
    obtained.flatMap(({ state, path }) => (state.kind === kind && path !== undefined ? [path] : []))
  const [kevPath] = pathsOf('kev')
  const [epssPath] = pathsOf('epss')
  const sources = pathsOf('advisories')
  if (sources.length === 0 && kevPath === undefined && epssPath === undefined) return undefined
  return {
    folder,
    sources,
    update: !replace,
    ...(kevPath === undefined ? {} : { kevPath }),
    ...(epssPath === undefined ? {} : { epssPath }),
  }
}

function nameSource(kind: SourceKind, from: string, io: Io): NamedSource {
  return { kind, from: isAddress(from) ? addressOf(from).href : resolve(io.cwd, from) }
}
