import type { OsPackage } from '../package.ts'

/** Package in an RPM database. */
export interface RpmPackage extends OsPackage {
  readonly files: readonly string[]
}

const TAG = {
  name: 1000,
  version: 1001,
  release: 1002,
  epoch: 1003,
  license: 1014,
  arch: 1022,
  sourceRpm: 1044,
  dirIndexes: 1116,
  baseNames: 1117,
  dirNames: 1118,
  modularityLabel: 5096,
} as const

const ENTRY_BYTES = 16
/** Own limits: the headers of kernel packages have about 10,000 files. */
const ENTRIES_MAX = 65_535
const VALUES_MAX = 500_000
/** Header entries with these types contain text. */
const TEXT_TYPES: ReadonlySet<number> = new Set([6, 8, 9])
const INT32 = 4

/**
 * Parses the header of an installed package; undefined for imported signing keys.
 * @see https://github.com/rpm-software-management/rpm/blob/master/docs/manual/format_header.md
 * @throws {RangeError} for an invalid header
 */
export function parseRpmHeader(blob: Buffer, line: number): RpmPackage | undefined {
  const header = new Header(blob)
  const text = (tag: number) => header.texts(tag)[0]
  const name = text(TAG.name) ?? ''
  const version = text(TAG.version) ?? ''
  if (name === '' || version === '' || name === 'gpg-pubkey') return undefined
  const release = text(TAG.release)
  const epoch = header.integers(TAG.epoch)[0]
  const own = release === undefined ? version : `${version}-${release}`
  const withEpoch = epoch === undefined || epoch === 0 ? own : `${epoch}:${own}`
  const architecture = text(TAG.arch)
  const licence = text(TAG.license)
  const sourceFile = text(TAG.sourceRpm)
  const stream = text(TAG.modularityLabel)?.split(':')[1]
  return {
    name,
    version: withEpoch,
    source: { name: sourceNameOf(sourceFile) ?? name, version: withEpoch },
    line,
    files: header.files(),
    ...(epoch !== undefined && epoch !== 0 && { epoch: String(epoch) }),
    ...(architecture !== undefined && architecture !== '(none)' && { architecture }),
    ...(licence !== undefined && { licence }),
    ...(sourceFile !== undefined && sourceFile !== '(none)' && { sourceFile }),
    ...(stream !== undefined && stream !== '' && { stream }),
  }
}

/** `openssl-1.1.1k-7.el8.src.rpm` without its version and release. */
function sourceNameOf(file: string | undefined): string | undefined {
  return /^(.+)-[^-]+-[^-]+\.(?:no)?src\.rpm$/.exec(file ?? '')?.[1]
}

class Header {
  readonly #blob: Buffer
  readonly #data: number
  readonly #entries = new Map<number, { readonly type: number; readonly offset: number; readonly count: number }>()

  constructor(blob: Buffer) {
    this.#blob = blob
    const count = blob.readUInt32BE(0)
    if (count > ENTRIES_MAX) throw new RangeError('The header of a package has too many entries.')
    this.#data = 8 + count * ENTRY_BYTES
    for (let index = 0; index < count; index++) {
      const at = 8 + index * ENTRY_BYTES
      const [tag, type, offset] = [blob.readUInt32BE(at), blob.readUInt32BE(at + 4), blob.readUInt32BE(at + 8)]
      this.#entries.set(tag, { type, offset, count: Math.min(blob.readUInt32BE(at + 12), VALUES_MAX) })
    }
  }

  texts(tag: number): readonly string[] {
    const entry = this.#entries.get(tag)
    if (entry === undefined || !TEXT_TYPES.has(entry.type)) return []
    const texts: string[] = []
    let at = this.#data + entry.offset
    for (let index = 0; index < entry.count; index++) {
      const end = this.#blob.indexOf(0, at)
      if (at >= this.#blob.length || end === -1) throw new RangeError('The header of a package is truncated.')
      texts.push(this.#blob.toString('utf8', at, end))
      at = end + 1
    }
    return texts
  }

  integers(tag: number): readonly number[] {
    const entry = this.#entries.get(tag)
    if (entry === undefined || entry.type !== INT32) return []
    const start = this.#data + entry.offset
    return Array.from({ length: entry.count }, (_, index) => this.#blob.readUInt32BE(start + index * 4))
  }

  files(): readonly string[] {
    const folders = this.texts(TAG.dirNames)
    const indexes = this.integers(TAG.dirIndexes)
    return this.texts(TAG.baseNames).map((name, at) => `${folders[indexes[at] ?? 0] ?? ''}${name}`)
  }
}
