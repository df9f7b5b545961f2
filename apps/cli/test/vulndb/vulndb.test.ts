import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { advisory, gatehouse, jsonLines, serveFiles, temporaryFolder } from './support.ts'

const KEV = JSON.stringify({
  title: 'Catalogue',
  dateReleased: '2026-02-03T04:05:06Z',
  vulnerabilities: [{ cveID: 'CVE-2026-0001', dateAdded: '2026-02-01', dueDate: '2026-02-21' }],
})
const EPSS = '#model_version:v2026,score_date:2026-02-04T00:00:00Z\ncve,epss,percentile\nCVE-2026-0001,0.9,0.99\n'

const kept = (...args: string[]): string[] => ['vulndb', ...args, '--folder', 'kept']

interface Status {
  readonly snapshot: { readonly id: string; readonly records: number; readonly kev: number; readonly epss: number }
  readonly asOf: string
}
const status = async (cwd: string): Promise<Status> =>
  JSON.parse((await gatehouse(cwd, kept('status', '--json'))).out) as Status

describe('removal', () => {
  test('removes an ecosystem, then everything, and a later import reads unchanged files again', async () => {
    const cwd = temporaryFolder()
    const python = { affected: [{ package: { ecosystem: 'PyPI', name: 'two' }, versions: ['1.0.0'] }] }
    writeFileSync(join(cwd, 'a.jsonl'), jsonLines(advisory('A-1', 'one'), advisory('B-1', 'two', python)))
    await gatehouse(cwd, kept('import', 'a.jsonl'))
    const removed = await gatehouse(cwd, kept('remove', '--ecosystem', 'npm'))
    expect([removed.code, removed.out]).toEqual([0, `1 advisory removed from ${join(cwd, 'kept')}.\n`])
    expect((await status(cwd)).snapshot).toMatchObject({ records: 1, ecosystems: { PyPI: 1 } })
    await gatehouse(cwd, kept('update'))
    expect((await status(cwd)).snapshot).toMatchObject({ records: 2, ecosystems: { npm: 1, PyPI: 1 } })
    expect((await gatehouse(cwd, kept('remove', '--json'))).out).toBe('{\n  "removed": 2\n}\n')
    expect(await status(cwd)).toEqual({ snapshot: null })
    expect((await gatehouse(cwd, kept('remove'))).out).toBe(`0 advisories removed from ${join(cwd, 'kept')}.\n`)
  })
})

describe('import of files', () => {
  test('reads JSON lines, gzip and folders, and reports read, rejected and withdrawn records', async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'a.jsonl'), jsonLines(advisory('A-1', 'one'), { no: 'record' }))
    const withdrawn = advisory('B-1', 'two', { withdrawn: '2026-01-02T00:00:00Z' })
    writeFileSync(join(cwd, 'b.jsonl.gz'), gzipSync(jsonLines(withdrawn)))
    await mkdir(join(cwd, 'c'))
    await writeFile(join(cwd, 'c/C-1.json'), JSON.stringify(advisory('C-1', 'three')))
    const { code, out } = await gatehouse(cwd, kept('import', 'a.jsonl', 'b.jsonl.gz', 'c'))
    expect(code).toBe(0)
    expect(out).toContain('records:   3 added, 0 changed, 0 unchanged')
    expect(out).toMatch(/rejected: +1\n +a\.jsonl: line 2: /)
    expect(out).toContain('total:     3 records (1 withdrawn) for 2 packages')
    expect(out).toContain(`snapshot:  ${(await status(cwd)).snapshot.id}`)
  })

  test('adds to existing records, and --replace removes them', async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'a.jsonl'), jsonLines(advisory('A-1', 'one')))
    writeFileSync(join(cwd, 'b.jsonl'), jsonLines(advisory('B-1', 'two')))
    await gatehouse(cwd, kept('import', 'a.jsonl'))
    await gatehouse(cwd, kept('import', 'b.jsonl'))
    expect((await status(cwd)).snapshot.records).toBe(2)
    await gatehouse(cwd, kept('import', 'b.jsonl', '--replace'))
    expect((await status(cwd)).snapshot.records).toBe(1)
    expect((await gatehouse(cwd, kept('update'))).out).toBe(`unchanged: ${join(cwd, 'b.jsonl')}\nNo changes.\n`)
  })

  test('imports KEV and EPSS data with its dates, compressed or not', async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'a.jsonl'), jsonLines(advisory('A-1', 'one')))
    writeFileSync(join(cwd, 'kev.json'), KEV)
    writeFileSync(join(cwd, 'epss.csv.gz'), gzipSync(EPSS))
    await gatehouse(cwd, kept('import', 'a.jsonl', '--kev', 'kev.json', '--epss', 'epss.csv.gz'))
    expect((await status(cwd)).snapshot).toMatchObject({ kev: 1, epss: 1 })
    const { out } = await gatehouse(cwd, kept('status'))
    expect(out).toContain('KEV:       1 vulnerabilities, of 2026-02-03T04:05:06Z')
    expect(out).toContain('EPSS:      1 vulnerabilities, of 2026-02-04T00:00:00Z')
  })

  test('writes to the data folder by default and removes leftovers of killed imports', async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'a.jsonl'), jsonLines(advisory('A-1', 'one')))
    const folder = join(cwd, 'data/advisories')
    await mkdir(join(folder, 'importing-killed'), { recursive: true })
    await mkdir(join(folder, 'importing-now'))
    const before = new Date(Date.now() - 2 * 86_400_000)
    utimesSync(join(folder, 'importing-killed'), before, before)
    await gatehouse(cwd, ['vulndb', 'import', 'a.jsonl'], { env: { GATEHOUSE_DATA_DIR: 'data' } })
    expect(readdirSync(folder).toSorted()).toEqual(['current', 'importing-now', 'snapshots', 'sources.json'])
  })

  test('shows progress on a terminal and cleans up after a signal', async () => {
    const cwd = temporaryFolder()
    const many = Array.from({ length: 30_000 }, (_, at) => advisory(`A-${at}`, 'one'))
    writeFileSync(join(cwd, 'a.jsonl'), jsonLines(...many))
    const { promise: stopped, resolve: end } = Promise.withResolvers<string>()
    const shows = (text: string): void => void (/\d000 records read/.test(text) && end('SIGTERM'))
    const { code, err } = await gatehouse(cwd, kept('import', 'a.jsonl'), { terminal: { shows, stopped } })
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('The import was stopped by SIGTERM.\n') })
    expect(readdirSync(join(cwd, 'kept'))).toEqual([])
  })

  test('rejects a too low memory limit and preserves existing records', async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'a.jsonl'), jsonLines(advisory('A-1', 'one')))
    await gatehouse(cwd, kept('import', 'a.jsonl'))
    expect(await gatehouse(cwd, kept('import', 'a.jsonl', '--memory', '8'))).toMatchObject({
      code: 2,
      err: expect.stringContaining('Allowed: 64 to'),
    })
    expect((await status(cwd)).snapshot.records).toBe(1)
  })

  test.each([
    ['nothing', [], 'Nothing to import. Pass --ecosystem'],
    ['a file that is not there', ['nowhere.zip'], 'File or folder not found'],
    ['a file that holds no advisories', ['text.txt'], 'No advisory could be read. text.txt: line 1: invalid JSON'],
    ['an address with a password', ['https://me:secret@example.org/a.zip'], 'must not contain a user name or password'],
    ['an address without TLS', ['http://127.0.0.1:9/a.zip?token=secret'], 'Only HTTPS is allowed for'],
    ['--replace without advisories', ['--replace', '--kev', 'kev.json'], '--replace requires advisories'],
  ])('is refused in a line: %s', async (_title, args, sentence) => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'text.txt'), 'Nothing to see.')
    const { code, err } = await gatehouse(cwd, kept('import', ...args))
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(sentence) })
    expect(err).not.toContain('secret')
  })
})

describe('import of an address', () => {
  test('shows the digest and hides a possible token in the URL', async () => {
    const cwd = temporaryFolder()
    const mirror = await serveFiles()
    mirror.files.set('/npm.jsonl', jsonLines(advisory('A-1', 'one')))
    const args = kept('import', `${mirror.url}/npm.jsonl?token=hush`)
    const { code, out } = await gatehouse(cwd, args, { env: { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' } })
    expect(code).toBe(0)
    expect(out).toMatch(/^read: +http:\/\/127\.0\.0\.1:\d+\/npm\.jsonl, 0\.0 MB, sha256 [0-9a-f]{64}$/m)
    expect(out + (await gatehouse(cwd, kept('status'))).out).not.toContain('hush')
    expect(statSync(join(cwd, 'kept/sources.json')).mode & 0o077).toBe(0)
    expect(mirror.asked[0]?.path).toBe('/npm.jsonl?token=hush')
    expect(readdirSync(join(cwd, 'kept')).toSorted()).toEqual(['current', 'snapshots', 'sources.json'])
  })

  test('that does not exist is reported, and no record is stored', async () => {
    const cwd = temporaryFolder()
    const mirror = await serveFiles()
    const env = { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' }
    const { code, err } = await gatehouse(cwd, kept('import', `${mirror.url}/gone.zip`), { env })
    expect({ code, err }).toEqual({ code: 2, err: `gatehouse: ${mirror.url}/gone.zip returned status 404.\n` })
    expect(readdirSync(join(cwd, 'kept'))).toEqual([])
  })
})

describe('import of ecosystems', () => {
  const env = { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' }
  const records = (count: number): Uint8Array =>
    zipSync(
      Object.fromEntries(
        Array.from({ length: count }, (_, at) => [
          `A-${at}.json`,
          strToU8(JSON.stringify(advisory(`A-${at}`, 'minimist'))),
        ]),
      ),
    )

  async function exportOf(files: Readonly<Record<string, Uint8Array>>) {
    const mirror = await serveFiles()
    mirror.files.set('/osv/ecosystems.txt', `${Object.keys(files).join('\n')}\n`)
    for (const [name, bytes] of Object.entries(files)) mirror.files.set(`/osv/${name}/all.zip`, Buffer.from(bytes))
    return mirror
  }

  test('runs the command that a scan names and closes its coverage gap', async () => {
    const cwd = temporaryFolder()
    const lock = { lockfileVersion: 3, packages: { '': {}, 'node_modules/minimist': { version: '1.0.0' } } }
    await mkdir(join(cwd, 'app'))
    writeFileSync(join(cwd, 'app/package-lock.json'), JSON.stringify(lock))
    const mirror = await exportOf({ npm: records(1), PyPI: records(1) })
    const data = { ...env, GATEHOUSE_DATA_DIR: join(cwd, 'data') }
    const first = await gatehouse(cwd, ['scan', 'app', '--type', 'SCA_ONLY'], { env: data })
    expect(first.code).toBe(2)
    const [, command = ''] = /Run `gatehouse ([^`]+)`/.exec(first.out) ?? []
    expect(command).toBe('vulndb import --ecosystem npm')
    expect(first.out.match(/no advisories are imported/g)).toHaveLength(1)
    const imported = await gatehouse(cwd, [...command.split(' '), '--mirror', `${mirror.url}/osv`], { env: data })
    expect(imported).toMatchObject({ code: 0, out: expect.stringContaining('records:   1 added') })
    expect(mirror.asked.map(({ path }) => path)).toEqual(['/osv/ecosystems.txt', '/osv/npm/all.zip'])
    const second = await gatehouse(cwd, ['scan', 'app', '--type', 'SCA_ONLY'], { env: data })
    expect(second.out).toContain('A-0')
    expect(second.out).not.toContain('no advisories')
  })

  test('shows bytes, records and percent', async () => {
    const cwd = temporaryFolder()
    const mirror = await exportOf({ npm: records(3_000) })
    const lines: string[] = []
    const terminal = { shows: (text: string) => void lines.push(text), stopped: new Promise<string>(() => undefined) }
    const args = kept('import', '--ecosystem', 'NPM', '--mirror', `${mirror.url}/osv/`)
    expect((await gatehouse(cwd, args, { env, terminal })).code).toBe(0)
    expect(lines.join('\n')).toMatch(/127\.0\.0\.1:\d+: \d+\.\d MB/)
  })

  test.each([
    ['an unknown ecosystem', ['--ecosystem', 'npm,Cobol'], 'Unknown ecosystem "Cobol". Allowed: '],
    ['an ecosystem that the mirror lacks', ['--ecosystem', 'npm,Go'], 'provides no advisories for Go.'],
  ])('refuses %s', async (_title, args, sentence) => {
    const cwd = temporaryFolder()
    const mirror = await exportOf({ npm: records(1) })
    const outcome = await gatehouse(cwd, kept('import', ...args, '--mirror', `${mirror.url}/osv/`), { env })
    expect(outcome).toMatchObject({ code: 2, err: expect.stringContaining(sentence) })
  })
})

describe('update', () => {
  test.each([
    ['with tags', false, [200, 304, 200]],
    ['that knows no conditional requests', true, [200, 200, 200]],
  ])('queries a mirror %s again and reads only changes', async (_title, plain, statuses) => {
    const cwd = temporaryFolder()
    const mirror = await serveFiles({ plain })
    const env = { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' }
    writeFileSync(join(cwd, 'own.jsonl'), jsonLines(advisory('OWN-1', 'own')))
    mirror.files.set('/npm.jsonl', jsonLines(advisory('A-1', 'one')))
    await gatehouse(cwd, kept('import', 'own.jsonl', `${mirror.url}/npm.jsonl`), { env })
    const first = await status(cwd)
    expect((await gatehouse(cwd, kept('update'), { env })).out).toContain('No changes.')
    expect((await status(cwd)).snapshot.id).toBe(first.snapshot.id)
    mirror.files.set('/npm.jsonl', jsonLines(advisory('A-1', 'one'), advisory('A-2', 'two')))
    const { out } = await gatehouse(cwd, kept('update'), { env })
    expect(out).toContain(`unchanged: ${join(cwd, 'own.jsonl')}`)
    expect(out).toContain('records:   1 added, 0 changed, 1 unchanged')
    expect((await status(cwd)).snapshot.records).toBe(3)
    expect(mirror.asked.map((item) => item.status)).toEqual(statuses)
  })

  test('reads all sources again when the snapshot is missing', async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'a.jsonl'), jsonLines(advisory('A-1', 'one')))
    await gatehouse(cwd, kept('import', 'a.jsonl'))
    rmSync(join(cwd, 'kept/current'))
    expect((await gatehouse(cwd, kept('update'))).out).toContain('1 added')
  })

  test('fails without a previous import and with a damaged source list', async () => {
    const cwd = temporaryFolder()
    expect(await gatehouse(cwd, kept('update'))).toMatchObject({
      code: 2,
      err: expect.stringContaining('No import has run'),
    })
    await mkdir(join(cwd, 'kept'))
    writeFileSync(join(cwd, 'kept/sources.json'), '{')
    expect(await gatehouse(cwd, kept('update'))).toMatchObject({ code: 2, err: expect.stringContaining('is corrupt') })
  })
})

describe('status', () => {
  test('fails without imported advisories', async () => {
    expect(await gatehouse(temporaryFolder(), kept('status'))).toMatchObject({
      code: 1,
      out: expect.stringContaining('No advisories are imported'),
    })
  })

  test('uses the age of the file, not the date of the import', async () => {
    const cwd = temporaryFolder()
    const file = join(cwd, 'a.jsonl')
    writeFileSync(file, jsonLines(advisory('A-1', 'one')))
    const written = new Date(Date.now() - 8 * 86_400_000)
    utimesSync(file, written, written)
    await gatehouse(cwd, kept('import', 'a.jsonl'))
    const codeOf = async (allowed: string) => (await gatehouse(cwd, kept('status', '--max-age', allowed))).code
    expect([await codeOf('7d'), await codeOf('191h'), await codeOf('193h'), await codeOf('2w')]).toEqual([1, 1, 0, 0])
  })

  test('of an updated source uses the date of the last update', async () => {
    const cwd = temporaryFolder()
    const mirror = await serveFiles()
    const env = { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' }
    mirror.files.set('/npm.jsonl', jsonLines(advisory('A-1', 'one')))
    await gatehouse(cwd, kept('import', `${mirror.url}/npm.jsonl`), { env })
    const file = join(cwd, 'kept/sources.json')
    writeFileSync(file, readFileSync(file, 'utf8').replace(/"asOf": "[^"]+"/, '"asOf": "2025-01-01T00:00:00.000Z"'))
    expect((await gatehouse(cwd, kept('status', '--max-age', '7d'))).code).toBe(1)
    await gatehouse(cwd, kept('update'), { env })
    expect((await gatehouse(cwd, kept('status', '--max-age', '7d'))).code).toBe(0)
  })

  test('rejects an invalid age', async () => {
    const { code, err } = await gatehouse(temporaryFolder(), kept('status', '--max-age', 'old'))
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('Invalid age "old"') })
  })
})
