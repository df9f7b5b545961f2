import type { ManifestPackage } from '@gatehouse/sca'
import { ARCHIVE_BYTES_MAX, archiveEntries, archiveKind, newBudget } from '@gatehouse/scan-engine/archive'
import type { InstalledReader } from './reader.ts'

const ARCHIVE = /\.(?:jar|war|ear|par|hpi|jpi)$/i
const PROPERTIES = /(?:^|\/)META-INF\/maven\/[^/]+\/[^/]+\/pom\.properties$/
const MANIFEST = /(?:^|\/)META-INF\/MANIFEST\.MF$/
/** Maximum number of archives in one sentence. */
const NAMED_MAX = 10

/** Packages of Java archives, of archives within them, and of packages that were copied into one archive. */
export const javaReader: InstalledReader = {
  name: 'java-installed',
  ecosystem: 'Maven',
  matches: (path) => ARCHIVE.test(path),
  bytesMax: ARCHIVE_BYTES_MAX,
  read(path, input) {
    const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength)
    const kind = archiveKind(bytes.subarray(0, 512))
    if (kind !== 'zip') throw new Error('The file is not a ZIP archive.')
    const found = new Map<string, ManifestPackage>()
    /** Archives by path, and whether their package is known. */
    const archives = new Map<string, boolean>()
    const gaps: string[] = []
    for (const entry of archiveEntries(bytes, kind, newBudget(), { wants: isWanted })) {
      if (!('bytes' in entry)) {
        if (gaps.length < NAMED_MAX) gaps.push(`${entry.name}: ${entry.detail}`)
        continue
      }
      const cut = entry.name.lastIndexOf('!/')
      const archive = cut === -1 ? path : `${path}!/${entry.name.slice(0, cut)}`
      const inner = entry.name.slice(cut === -1 ? 0 : cut + 2)
      const text = Buffer.from(entry.bytes).toString('utf8')
      if (PROPERTIES.test(inner)) {
        const named = propertiesPackage(text)
        if (named === undefined) continue
        found.set(named.key, named)
        archives.set(archive, true)
      } else if (MANIFEST.test(inner) && archives.get(archive) !== true) archives.set(archive, false)
    }
    const unknown = [...archives].filter(([, isKnown]) => !isKnown).map(([name]) => name)
    if (unknown.length > 0) gaps.push(unknownText(unknown))
    return {
      packages: [...found.values()],
      gaps: gaps.map((detail) => ({ reason: 'unresolved_version' as const, detail })),
    }
  },
}

function isWanted(name: string): boolean {
  return PROPERTIES.test(name) || MANIFEST.test(name) || ARCHIVE.test(name)
}

function propertiesPackage(text: string): ManifestPackage | undefined {
  const value = (key: string) => new RegExp(`^\\s*${key}\\s*[=:]\\s*(\\S{1,300})\\s*$`, 'm').exec(text)?.[1]
  const [namespace, name, version] = [value('groupId'), value('artifactId'), value('version')]
  if (namespace === undefined || name === undefined || version === undefined) return undefined
  return { key: `${namespace}:${name}:${version}`, purl: { type: 'maven', namespace, name, version } }
}

function unknownText(names: readonly string[]): string {
  const shown = names.slice(0, NAMED_MAX).join(', ')
  const more = names.length > NAMED_MAX ? ` and ${names.length - NAMED_MAX} more` : ''
  return `No Maven coordinates in ${shown}${more}: no advisories were looked up for these archives.`
}
