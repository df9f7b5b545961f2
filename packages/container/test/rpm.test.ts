import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { withModules } from '../src/os/modules.ts'
import { parsePacman } from '../src/os/pacman.ts'
import { parseRpm } from '../src/os/rpm/parse.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'container-rpm-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

type Value = string | number | readonly string[] | readonly number[]

/** Returns a package header as RPM stores it. */
function header(tags: Readonly<Record<number, Value>>): Buffer {
  const entries: Buffer[] = []
  const data: Buffer[] = []
  let length = 0
  for (const [tag, value] of Object.entries(tags)) {
    const values = typeof value === 'object' ? value : [value]
    const isText = typeof values[0] === 'string'
    const padding = isText ? 0 : (4 - (length % 4)) % 4
    const bytes = Buffer.concat(
      values.map((item) => {
        if (typeof item === 'string') return Buffer.from(`${item}\0`)
        const word = Buffer.alloc(4)
        word.writeUInt32BE(item)
        return word
      }),
    )
    const entry = Buffer.alloc(16)
    entry.writeUInt32BE(Number(tag), 0)
    entry.writeUInt32BE(isText ? (typeof value === 'object' ? 8 : 6) : 4, 4)
    entry.writeUInt32BE(length + padding, 8)
    entry.writeUInt32BE(values.length, 12)
    entries.push(entry)
    data.push(Buffer.alloc(padding), bytes)
    length += padding + bytes.length
  }
  const start = Buffer.alloc(8)
  start.writeUInt32BE(entries.length, 0)
  start.writeUInt32BE(length, 4)
  return Buffer.concat([start, ...entries, ...data])
}

/** Header with enough files to need overflow pages. */
function named(name: string, version: string, more: Readonly<Record<number, Value>> = {}, files = 900): Buffer {
  return header({
    1000: name,
    1001: version,
    1002: '7.el8',
    1014: 'ASL 2.0',
    1022: 'x86_64',
    1044: `${name.replace(/-libs$/, '')}-${version}-7.el8.src.rpm`,
    1116: Array.from({ length: files }, () => 0),
    1117: Array.from({ length: files }, (_, at) => `file-${at}`),
    1118: ['/usr/share/'],
    ...more,
  })
}

const HEADERS = [
  named('openssl-libs', '1.1.1k', { 1003: 1 }),
  named('nodejs', '14.18.2', { 1002: '2.module_el8.5.0+2618+8d46dafd', 5096: 'nodejs:14:8050020211213' }, 3),
  named('gpg-pubkey', '1', {}, 0),
  named('bash', '4.4', {}, 20_000),
]
const EXPECTED = [
  { name: 'openssl-libs', version: '1:1.1.1k-7.el8', epoch: '1', source: { name: 'openssl' }, architecture: 'x86_64' },
  { name: 'nodejs', version: '14.18.2-2.module_el8.5.0+2618+8d46dafd', stream: '14' },
  { name: 'bash', version: '4.4-7.el8', licence: 'ASL 2.0' },
]

function sqlite(pageSize: number, mode = 'DELETE'): DatabaseSync {
  const database = new DatabaseSync(join(folder, 'rpmdb.sqlite'))
  database.exec(`PRAGMA page_size=${pageSize}; PRAGMA journal_mode=${mode}; CREATE TABLE Name (key TEXT);`)
  database.exec('CREATE TABLE Packages (hnum INTEGER PRIMARY KEY AUTOINCREMENT, blob BLOB NOT NULL)')
  for (const blob of HEADERS) database.prepare('INSERT INTO Packages (blob) VALUES (?)').run(blob)
  return database
}

function ndb(): Buffer {
  const page = Buffer.alloc(4_096)
  page.write('RpmP')
  page.writeUInt32LE(1, 12)
  for (let slot = 2; slot < 256; slot++) page.write('Slot', slot * 16)
  const blobs: Buffer[] = []
  let block = 256
  for (const [at, blob] of HEADERS.entries()) {
    const head = Buffer.alloc(16)
    head.write('BlbS')
    head.writeUInt32LE(at + 1, 4)
    head.writeUInt32LE(blob.length, 12)
    const bytes = Buffer.concat([head, blob, Buffer.alloc((16 - (blob.length % 16)) % 16)])
    // An empty slot follows each used one, as after a removal.
    page.writeUInt32LE(at + 1, (2 + at * 2) * 16 + 4)
    page.writeUInt32LE(block, (2 + at * 2) * 16 + 8)
    blobs.push(bytes)
    block += bytes.length / 16
  }
  return Buffer.concat([page, ...blobs])
}

function resultOf(file: Buffer): string {
  try {
    return parseRpm(file).length < 10 ? 'packages' : 'too many'
  } catch (error) {
    return error instanceof RangeError ? 'range error' : String(error)
  }
}

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)

describe('a package database of RPM', () => {
  test.each([512, 4_096, 65_536])('in SQLite with pages of %d bytes', (size) => {
    sqlite(size).close()
    const packages = parseRpm(readFileSync(join(folder, 'rpmdb.sqlite')))
    expect(packages).toMatchObject(EXPECTED)
    expect(packages[2]?.files).toHaveLength(20_000)
    expect(packages[2]?.files[7]).toBe('/usr/share/file-7')
  })

  test('in SQLite with many packages', () => {
    const database = sqlite(4_096)
    for (let at = 0; at < 500; at++)
      database.prepare('INSERT INTO Packages (blob) VALUES (?)').run(named(`p${at}`, '1', {}, at))
    database.close()
    const names = parseRpm(readFileSync(join(folder, 'rpmdb.sqlite'))).map(({ name }) => name)
    expect(names.slice(3)).toEqual(Array.from({ length: 500 }, (_, at) => `p${at}`))
  })

  test('in SQLite with a write-ahead log', () => {
    const database = sqlite(4_096, 'WAL')
    const file = readFileSync(join(folder, 'rpmdb.sqlite'))
    const wal = readFileSync(join(folder, 'rpmdb.sqlite-wal'))
    database.close()
    expect(parseRpm(file, wal)).toMatchObject(EXPECTED)
  })

  test('of SUSE', () => {
    expect(parseRpm(ndb())).toMatchObject(EXPECTED)
  })

  test.skipIf(spawnSync('perl', ['-MDB_File', '-e', '']).status !== 0)('in Berkeley DB', () => {
    const file = join(folder, 'Packages')
    for (const [at, blob] of HEADERS.entries()) writeFileSync(join(folder, `${at}`), blob)
    const script = `use DB_File; use Fcntl; my $h = new DB_File::HASHINFO; tie my %db, 'DB_File', $ARGV[0], O_RDWR|O_CREAT, 0600, $h or die;
      $db{pack('V', 0)} = pack('V', 9); for my $i (0..${HEADERS.length - 1}) { open my $f, '<:raw', "$ARGV[1]/$i"; local $/; $db{pack('V', $i + 1)} = <$f>; } untie %db;`
    execFileSync('perl', ['-e', script, file, folder])
    expect(parseRpm(readFileSync(file)).toSorted(byName)).toMatchObject(EXPECTED.toSorted(byName))
  })

  test('that is damaged is an error, whatever is damaged', () => {
    sqlite(512).close()
    const results = new Set<string>()
    for (const file of [readFileSync(join(folder, 'rpmdb.sqlite')), ndb()]) {
      let state = 3
      for (let round = 0; round < 300; round++) {
        const bytes = Buffer.from(file)
        for (let hit = 0; hit < 4; hit++) {
          state = (state * 1_103_515_245 + 12_345) % 2 ** 31
          bytes[round < 150 ? state % 600 : state % bytes.length] = (state >> 7) & 0xff
        }
        const cut = round % 3 === 0 ? bytes.subarray(0, state % bytes.length) : bytes
        results.add(resultOf(cut))
      }
    }
    expect([...results].toSorted()).toEqual(['packages', 'range error'])
    expect(resultOf(Buffer.from('x'))).toBe('range error')
  })
})

test('advisories of modules apply only to their stream', async () => {
  const match = (fixed: string) => ({ fixedVersions: [fixed] }) as never
  const all = ['1:16.13.1-3.module_el8.5.0+1', '1:14.20.0-2.module_el8.6.0+2', '1:14.99.0-1.el8'].map(match)
  const item = {
    name: 'nodejs',
    version: '1:14.18.2-2.module_el8.5.0+3',
    stream: '14',
    source: { name: 'nodejs', version: '' },
    line: 1,
    path: '',
    layer: 0,
  }
  const port = withModules({ match: () => all, record: () => undefined }, [item])
  expect(await port.match({ ecosystem: 'AlmaLinux:8', name: 'nodejs', version: item.version })).toEqual([all[1]])
  expect(await port.match({ ecosystem: 'npm', name: 'nodejs', version: '1' })).toEqual(all)
})

test('an entry of pacman', () => {
  expect(parsePacman('%NAME%\nzlib-ng\n\n%VERSION%\n1:2.2-1\n\n%BASE%\nzlib\n\n%ARCH%\nx86_64\n')).toMatchObject({
    name: 'zlib-ng',
    version: '1:2.2-1',
    architecture: 'x86_64',
    source: { name: 'zlib' },
  })
})
