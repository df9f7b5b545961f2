import { isoTime } from '@gatehouse/kernel'
import {
  openAdvisories,
  readSources,
  shownSource,
  type SnapshotManifest,
  type SourceKind,
  type SourceState,
} from '@gatehouse/sca/advisories'
import { EXIT, type Io } from '../command.ts'
import { ageText } from './age.ts'
import { advisoryFolder } from './folder.ts'
import type { StatusOptions } from './options.ts'

/**
 * Runs `gatehouse vulndb status`.
 * @returns the exit code: 1 for missing or outdated data
 * @throws {Failure} `unavailable` if the data is damaged
 */
export function showStatus(options: StatusOptions, io: Io): number {
  const folder = advisoryFolder(options.folder, io)
  const manifest = manifestIn(folder)
  if (manifest === undefined) {
    io.stdout.write(options.json === true ? '{\n  "snapshot": null\n}\n' : `No advisories are imported in ${folder}.\n`)
    return EXIT.refused
  }
  const sources = readSources(folder)
  const now_ms = Date.now()
  const asOf = isoTime(asOf_ms(manifest, sources))
  const age_ms = now_ms - Date.parse(asOf)
  const isOld = options.maxAge !== undefined && age_ms > options.maxAge
  const shown = sources.map((source) => ({ ...source, from: shownSource(source.from) }))
  if (options.json === true) {
    const status = { snapshot: manifest, asOf, age_s: Math.floor(age_ms / 1_000), tooOld: isOld, sources: shown }
    io.stdout.write(`${JSON.stringify(status, null, 2)}\n`)
  } else {
    io.stdout.write(asText(manifest, shown, { asOf, age_ms }))
    if (isOld) io.stdout.write(`too old:   older than ${ageText(options.maxAge ?? 0)}\n`)
  }
  return isOld ? EXIT.refused : EXIT.ok
}

function manifestIn(folder: string): SnapshotManifest | undefined {
  const database = openAdvisories({ folder })
  database?.close()
  return database?.manifest
}

/** The age is that of the oldest source. */
function asOf_ms({ createdAt }: SnapshotManifest, sources: readonly SourceState[]): number {
  const advisories = sources.filter(({ kind }) => kind === 'advisories')
  if (advisories.length === 0) return Date.parse(createdAt)
  return Math.min(...advisories.map(({ asOf }) => Date.parse(asOf)))
}

function asText(
  manifest: SnapshotManifest,
  sources: readonly SourceState[],
  { asOf, age_ms }: { readonly asOf: string; readonly age_ms: number },
): string {
  const ecosystems = Object.entries(manifest.ecosystems).toSorted(([, a], [, b]) => b - a)
  const published = (kind: SourceKind): string => {
    const found = sources.find((source) => source.kind === kind)?.published
    return found === undefined ? '' : `, of ${found}`
  }
  const lines = [
    `snapshot:  ${manifest.id}`,
    `as of:     ${asOf} (${ageText(age_ms)} ago)`,
    `newest:    ${manifest.newest}`,
    `records:   ${manifest.records} (${manifest.withdrawn} withdrawn)`,
    `packages:  ${manifest.packages}`,
    ...ecosystems.map(([name, count]) => `  ${name}: ${count}`),
    `KEV:       ${manifest.kev} vulnerabilities${published('kev')}`,
    `EPSS:      ${manifest.epss} vulnerabilities${published('epss')}`,
    ...sources.map(({ from, asOf: read }) => `source:    ${from}, as of ${read}`),
  ]
  return `${lines.join('\n')}\n`
}
