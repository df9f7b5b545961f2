import { lines } from './dpkg.ts'
import { OS_PACKAGES_MAX, type OsPackage } from './package.ts'

export interface ApkDatabase {
  readonly packages: readonly OsPackage[]
  /** Files of the packages, without a leading slash. */
  readonly files: readonly string[]
}

/** Parses the package database of apk: one letter, a colon and a value in each line; an empty line ends a package. */
export function parseApk(text: string): ApkDatabase {
  const packages: OsPackage[] = []
  const files: string[] = []
  let fields = new Map<string, string>()
  let folder = ''
  let first = 1
  let line = 0
  const end = (): void => {
    const found = packageOf(fields, first)
    if (found !== undefined && packages.length < OS_PACKAGES_MAX) packages.push(found)
    fields = new Map()
    folder = ''
  }
  for (const row of lines(text)) {
    line += 1
    const value = row.slice(2)
    if (row === '') {
      end()
      first = line + 1
    } else if (row.startsWith('F:')) folder = value
    else if (row.startsWith('R:')) files.push(folder === '' ? value : `${folder}/${value}`)
    else if (row[1] === ':') fields.set(row[0] ?? '', value)
  }
  end()
  return { packages, files }
}

function packageOf(fields: ReadonlyMap<string, string>, line: number): OsPackage | undefined {
  const name = fields.get('P') ?? ''
  const version = fields.get('V') ?? ''
  if (name === '' || version === '') return undefined
  const architecture = fields.get('A')
  const licence = fields.get('L')
  return {
    name,
    version,
    source: { name: fields.get('o') || name, version },
    ...(architecture !== undefined && { architecture }),
    ...(licence !== undefined && licence !== '' && { licence }),
    line,
  }
}
