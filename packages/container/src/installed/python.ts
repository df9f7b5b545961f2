import type { InstalledReader } from './reader.ts'

/** Metadata of wheels, of eggs as folders, and of `setup.py install` as single files. */
const METADATA = /\.dist-info\/METADATA$|\.egg-info\/PKG-INFO$|\.egg-info$|\/EGG-INFO\/PKG-INFO$/

export const pythonReader: InstalledReader = {
  name: 'python-installed',
  ecosystem: 'PyPI',
  matches: (path) => METADATA.test(path),
  bytesMax: 4 * 1024 * 1024,
  read(_path, bytes) {
    const fields = headersOf(new TextDecoder().decode(bytes))
    const name = fields.get('name') ?? ''
    const version = fields.get('version') ?? ''
    if (name === '' || version === '') return { packages: [], gaps: [] }
    const licence = fields.get('license-expression') ?? fields.get('license')
    const isShort = licence !== undefined && licence !== 'UNKNOWN' && licence.length <= 200
    return {
      packages: [{ key: name, purl: { type: 'pypi', name: name.toLowerCase(), version }, ...(isShort && { licence }) }],
      gaps: [],
    }
  },
}

/** Returns the first value of each header field; the description follows an empty line. */
function headersOf(text: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  for (const line of text.slice(0, 256 * 1024).split(/\r?\n/)) {
    if (line === '') break
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    if (colon > 0 && !/^\s/.test(line) && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim())
  }
  return fields
}
