import { OS_PACKAGES_MAX, type OsPackage } from './package.ts'

/**
 * Parses the package database of dpkg, or one file of `status.d` in distroless images. Removed packages whose configuration remains are
 * left out.
 */
export function parseDpkg(text: string): readonly OsPackage[] {
  const packages: OsPackage[] = []
  let fields = new Map<string, string>()
  let first = 1
  let line = 0
  const end = (): void => {
    const found = packageOf(fields, first)
    if (found !== undefined && packages.length < OS_PACKAGES_MAX) packages.push(found)
    fields = new Map()
  }
  for (const row of lines(text)) {
    line += 1
    if (row.trim() === '') {
      end()
      first = line + 1
      continue
    }
    // A line that begins with a space continues a field that is not needed.
    const colon = /^\s/.test(row) ? -1 : row.indexOf(':')
    if (colon > 0) fields.set(row.slice(0, colon).toLowerCase(), row.slice(colon + 1).trim())
  }
  end()
  return packages
}

/** Yields the lines of a text without a copy of all lines. */
export function* lines(text: string): Generator<string> {
  for (let from = 0; from <= text.length;) {
    const end = text.indexOf('\n', from)
    if (end === -1) {
      yield text.slice(from)
      return
    }
    yield text.slice(from, end)
    from = end + 1
  }
}

function packageOf(fields: ReadonlyMap<string, string>, line: number): OsPackage | undefined {
  const name = fields.get('package') ?? ''
  const version = fields.get('version') ?? ''
  // `install ok installed`: the last word is the state. Distroless images have no such field.
  const state = fields.get('status')?.split(/\s+/).at(-1)
  if (name === '' || version === '' || (state !== undefined && !INSTALLED.has(state))) return undefined
  const architecture = fields.get('architecture')
  return {
    name,
    version,
    source: sourceOf(fields.get('source'), name, version),
    ...(architecture !== undefined && architecture !== '' && { architecture }),
    line,
  }
}

/** States with the files of a package in place, even if its configuration failed. */
const INSTALLED: ReadonlySet<string> = new Set([
  'installed',
  'unpacked',
  'half-configured',
  'half-installed',
  'triggers-awaited',
  'triggers-pending',
])

/** `glibc (2.36-9+deb12u8)`: the version only if it differs. */
function sourceOf(text: string | undefined, name: string, version: string): OsPackage['source'] {
  const [source = '', own = ''] = (text ?? '').split(/[\s()]+/)
  return { name: source || name, version: own || version }
}
