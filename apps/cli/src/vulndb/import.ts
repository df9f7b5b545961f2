import { resolve } from 'node:path'
import { createEgress, type Egress, Failure, parseEgressAllow } from '@gatehouse/kernel'
import {
  addressOf,
  bringAdvisories,
  type BringOptions,
  type Brought,
  checkAdvisoryAddress,
  isAddress,
  mirrorSources,
  type NamedSource,
  openAdvisories,
  readSources,
  type SourceKind,
} from '@gatehouse/scanners'
import { EXIT, type Io } from '../command.ts'
import { advisoryFolder } from './folder.ts'
import type { ImportOptions, UpdateOptions } from './options.ts'
import { progressLine } from '../terminal.ts'
import { asJson, asText } from './report.ts'

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

type Bringing = Pick<BringOptions, 'folder' | 'named' | 'known' | 'replace' | 'memory_mb'>

async function bring(bringing: Bringing, io: Io): Promise<Brought> {
  const stop = new AbortController()
  void io.untilStopped().then((signal) => stop.abort(new Failure('unavailable', `The import was ended by ${signal}.`)))
  // Whoever tends this machine may reach what it may reach.
  const egress = createEgress({ allow: parseEgressAllow(io.env['GATEHOUSE_EGRESS_ALLOW'] ?? ''), localMode: true })
  const line = progressLine(io)
  try {
    const progress = (text: string): void => line.show(text)
    const named = (await Promise.all(bringing.named.map((one) => filesOf(one, egress, stop.signal)))).flat()
    return await bringAdvisories({ ...bringing, named, egress, now_ms: Date.now(), signal: stop.signal, progress })
  } finally {
    line.clear()
    await egress.close()
  }
}

/** An address that ends with a slash is a folder: of it count the files of advisories that it names. */
async function filesOf(source: NamedSource, egress: Egress, signal: AbortSignal): Promise<readonly NamedSource[]> {
  const isFolder =
    source.kind === 'advisories' && isAddress(source.from) && addressOf(source.from).pathname.endsWith('/')
  if (!isFolder) return [source]
  const address = addressOf(source.from)
  await checkAdvisoryAddress(address, egress)
  return mirrorSources(address, egress, signal)
}

function nameSource(kind: SourceKind, from: string, io: Io): NamedSource {
  return { kind, from: isAddress(from) ? addressOf(from).href : resolve(io.cwd, from) }
}
