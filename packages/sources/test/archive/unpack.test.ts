import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip, gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { zipSync } from 'fflate'
import { type Header, pack } from 'tar-stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Unpacking } from '../../src/archive/unpacking.ts'
import { kindOf, unpackArchive as unpack } from '../../src/index.ts'

let root: string
let into: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sources-'))
  into = join(root, 'into')
  await mkdir(into)
})
afterEach(() => rm(root, { recursive: true, force: true }))

type TarEntry = Partial<Header> & { readonly name: string; readonly text?: string }
const never = new AbortController().signal

async function tarOf(entries: readonly TarEntry[], gzip = false): Promise<string> {
  const tar = pack()
  for (const { text, ...header } of entries) {
    if (text === undefined) tar.entry(header).end(undefined)
    else tar.entry(header, text)
  }
  tar.finalize()
  const chunks: Uint8Array[] = []
  for await (const chunk of tar as object as AsyncIterable<Uint8Array>) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  return archive(gzip ? gzipSync(bytes) : bytes)
}
async function archive(bytes: Uint8Array): Promise<string> {
  const path = join(root, 'archive')
  await writeFile(path, bytes)
  return path
}
/** Everything below the folder, with the texts of files. */
async function contents(): Promise<Record<string, string>> {
  const names = await readdir(into, { recursive: true, withFileTypes: true })
  const files = names.filter((name) => name.isFile())
  const pairs = files.map(async (file) => {
    const path = join(file.parentPath, file.name)
    return [path.slice(into.length + 1), await readFile(path, 'utf8')] as const
  })
  return Object.fromEntries(await Promise.all(pairs))
}

describe('supported archives', () => {
  test.each([
    ['tar', false],
    ['tar.gz', true],
  ])('%s', async (_title, gzip) => {
    const entries = [
      { name: './', type: 'directory' as const },
      { name: 'src/', type: 'directory' as const },
      { name: 'src/a b.ts', text: 'one' },
      { name: 'deep/er/ünïcode.txt', text: 'two' },
      { name: 'empty', text: '' },
    ]
    const result = await unpack(await tarOf(entries, gzip), into, never)
    expect(result).toEqual({ files: 3, bytes: 6, skipped: [], skippedCount: 0 })
    expect(await contents()).toEqual({ 'src/a b.ts': 'one', 'deep/er/ünïcode.txt': 'two', empty: '' })
    expect((await stat(join(into, 'empty'))).mode & 0o777).toBe(0o600)
  })

  test('zip', async () => {
    const bytes = zipSync({ 'src/a.ts': Buffer.from('one'), 'ü.txt': Buffer.from('two'), 'none/': new Uint8Array() })
    expect(await unpack(await archive(bytes), into, never)).toMatchObject({ files: 2, bytes: 6, skippedCount: 0 })
    expect(await contents()).toEqual({ 'src/a.ts': 'one', 'ü.txt': 'two' })
  })
})

describe('an entry that leaves the folder ends the archive, and the refusal names it', () => {
  test.each(['../out', 'a/../../out', '/etc/passwd', 'C:\\out', 'a\\..\\..\\out', 'a/../../a/out'])(
    '%s',
    async (name) => {
      const asTar = unpack(
        await tarOf([
          { name: 'fine', text: 'x' },
          { name, text: 'x' },
        ]),
        into,
        never,
      )
      await expect(asTar).rejects.toMatchObject({
        code: 'invalid_request',
        message: expect.stringContaining(`"${name}"`),
      })
      const asZip = unpack(await archive(zipSync({ [name]: Buffer.from('x') })), into, never)
      await expect(asZip).rejects.toMatchObject({
        code: 'invalid_request',
        message: expect.stringContaining(`"${name}"`),
      })
      expect(await readdir(root)).toEqual(['archive', 'into'])
    },
  )
})

describe('skipped and reported entries', () => {
  test.each([
    ['a symbolic link', { name: 'a', type: 'symlink', linkname: '/etc/passwd' }, 'it is a symbolic link'],
    ['a hard link', { name: 'a', type: 'link', linkname: '/etc/passwd' }, 'it is a hard link'],
    ['a device', { name: 'a', type: 'character-device', devmajor: 1, devminor: 3 }, 'it is a device'],
    ['a pipe', { name: 'a', type: 'fifo' }, 'it is a named pipe'],
    ['a name with a line break', { name: 'a\nb', text: 'x' }, 'its name contains unreadable characters'],
    ['a name that reads backwards', { name: 'a\u202etxt.exe', text: 'x' }, 'its name contains unreadable characters'],
    ['a name too long', { name: 'n'.repeat(300), text: 'x' }, 'its name is too long'],
    ['folders too deep', { name: `${'d/'.repeat(150)}f`, text: 'x' }, 'it is nested more than 100 folders deep'],
  ] as const)('%s', async (_title, entry, detail) => {
    const result = await unpack(await tarOf([entry, { name: 'fine', text: 'y' }]), into, never)
    expect(result).toMatchObject({ files: 1, skippedCount: 1, skipped: [{ detail }] })
    expect(result.skipped[0]!.name).not.toMatch(/[\n\u202e]/)
    expect(await contents()).toEqual({ fine: 'y' })
  })

  test('a file below a link is written to a real folder, never through the link', async () => {
    const entries = [
      { name: 'a', type: 'symlink' as const, linkname: root },
      { name: 'a/planted', text: 'x' },
    ]
    await unpack(await tarOf(entries), into, never)
    expect(await contents()).toEqual({ 'a/planted': 'x' })
    expect(await readdir(root)).toEqual(['archive', 'into'])
  })

  test('the last of two files with the same name is kept', async () => {
    const result = await unpack(
      await tarOf([
        { name: 'a', text: '1' },
        { name: './a', text: '2' },
      ]),
      into,
      never,
    )
    expect(result).toMatchObject({ files: 1, skippedCount: 1 })
    expect(result.skipped[0]!.detail).toBe(
      'the archive contains several entries with this name; only the last one is scanned',
    )
    expect(await contents()).toEqual({ a: '2' })
  })

  test('a file at the path of a folder, and a folder at the path of a file', async () => {
    const entries = ['a/b', 'a', 'c', 'c/d'].map((name) => ({ name, text: 'x' }))
    expect(await unpack(await tarOf(entries), into, never)).toMatchObject({ files: 2, skippedCount: 2 })
    expect(await contents()).toEqual({ 'a/b': 'x', c: 'x' })
  })
})

describe('bombs', () => {
  test('a gzip that grows a thousandfold is aborted with little output', async () => {
    const path = join(root, 'archive')
    const zeros = Buffer.alloc(1024 * 1024)
    const tar = pack()
    const entry = tar.entry({ name: 'bomb', size: 300 * zeros.length })
    const fill = async (): Promise<void> => {
      for (let count = 0; count < 300; count += 1) {
        if (!entry.write(zeros)) await new Promise((resolve) => entry.once('drain', () => resolve(undefined)))
      }
      entry.end(undefined)
      tar.finalize()
    }
    await Promise.all([
      pipeline(tar as object as AsyncIterable<Uint8Array>, createGzip(), createWriteStream(path)),
      fill(),
    ])
    await expect(unpack(path, into, never)).rejects.toThrow(/entry "bomb": its compression ratio exceeds 250/)
    expect((await stat(join(into, 'bomb'))).size).toBeLessThan(100 * 1024 * 1024)
  })
})

describe('skipped entries count towards the limits', () => {
  const MiB = 1024 * 1024
  /** Creates a malicious gzipped tar with one header followed by zeros. */
  async function bombOf(header: Partial<Header> & { readonly name: string }): Promise<string> {
    const tar = pack()
    const entry = tar.entry({ ...header, size: 200 * MiB }, undefined as never)
    const fill = async (): Promise<void> => {
      for (let count = 0; count < 200; count += 1) {
        if (!entry.write(Buffer.alloc(MiB)))
          await new Promise((resolve) => entry.once('drain', () => resolve(undefined)))
      }
      entry.end(undefined)
      tar.finalize()
    }
    const path = join(root, 'archive')
    const written = pipeline(tar as object as AsyncIterable<Uint8Array>, createGzip(), createWriteStream(path))
    await Promise.all([written, fill()])
    return path
  }

  test.each([
    ['under a name that nobody can read', { name: 'a\nb' }],
    ['below a file', { name: 'fine/b' }],
  ])('%s', async (_title, header) => {
    await expect(unpack(await bombOf(header), into, never)).rejects.toThrow(/its compression ratio exceeds 250/)
  })

  test('blocks of zeros around no entry at all', async () => {
    const path = await archive(
      gzipSync(Buffer.concat([await readFile(await tarOf([{ name: 'a', text: 'x' }])), Buffer.alloc(200 * MiB)])),
    )
    await expect(unpack(path, into, never)).rejects.toThrow(/its compression ratio exceeds 250/)
  })

  test('folders that no entry names are counted too', async () => {
    const unpacking = new Unpacking(into, never, { entriesMax: 500 })
    const all = async (): Promise<void> => {
      for (let at = 0; at < 10; at += 1) await unpacking.folder(`${at}/${'d/'.repeat(98)}`)
    }
    await expect(all()).rejects.toThrow(/entry "5\/d.*more than 500 folders/)
  })
})

describe('entries that the file system rejects', () => {
  test('a name that collides on the file system is skipped and reported', async () => {
    // As on a case-insensitive file system.
    await writeFile(join(into, 'a'), 'other')
    await mkdir(join(into, 'b'))
    const entries = ['a', 'b', 'a/c', 'fine'].map((name) => ({ name, text: 'x' }))
    const result = await unpack(await tarOf(entries), into, never)
    expect(result).toMatchObject({ files: 1, skippedCount: 3 })
    expect(result.skipped[0]!.detail).toBe('another entry already uses this name')
    expect(await contents()).toEqual({ a: 'other', fine: 'x' })
  })

  test('paths of the machine are in no message', async () => {
    await rm(into, { recursive: true })
    const failure = await unpack(await tarOf([{ name: 'a', text: 'x' }]), into, never).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'unavailable', message: 'The archive cannot be unpacked.' })
  })
})

test.each([
  ['nothing', new Uint8Array()],
  ['a picture', Buffer.from('\u0089PNG\r\n\u001a\n'.padEnd(600, 'x'), 'latin1')],
  ['a gzip of no archive', gzipSync(Buffer.from('hello'.repeat(400)))],
  ['a zip that is cut off', zipSync({ a: Buffer.from('x') }).subarray(0, 60)],
])('%s is refused in a sentence', async (_title, bytes) => {
  await expect(unpack(await archive(bytes), into, never)).rejects.toMatchObject({ code: 'invalid_request' })
})

test.each(['a', 'folder/folder/a', 'a\nb'])(
  'a tar truncated within %j is rejected, because the rest would not be scanned',
  async (name) => {
    const path = await tarOf([{ name, text: 'x'.repeat(5_000) }])
    await writeFile(path, (await readFile(path)).subarray(0, 3_000))
    await expect(unpack(path, into, never)).rejects.toMatchObject({ code: 'invalid_request' })
  },
)

test('it stops on abort', async () => {
  const stop = new AbortController()
  const reason = new Error('paused')
  stop.abort(reason)
  await expect(unpack(await tarOf([{ name: 'a', text: 'x' }]), into, stop.signal)).rejects.toBe(reason)
})

test('arbitrary bytes result in files below the folder or an error', async () => {
  const whole = await readFile(
    await tarOf([
      { name: 'a/b', text: 'x'.repeat(600) },
      { name: 'c', text: 'y' },
    ]),
  )
  const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(damage, async (changes) => {
      const bytes = Buffer.from(whole)
      for (const [at, byte] of changes) bytes[at] = byte
      const failure: unknown = await unpack(await archive(bytes), into, never).catch((error: unknown) => error)
      expect(failure instanceof Error ? (failure as { code?: unknown }).code : 'invalid_request').toBe(
        'invalid_request',
      )
      expect((await readdir(root)).sort()).toEqual(['archive', 'into'])
      await rm(into, { recursive: true })
      await mkdir(into)
    }),
    { numRuns: 150 },
  )
})

test('formats are detected by their bytes', () => {
  expect([kindOf(gzipSync('x')), kindOf(zipSync({})), kindOf(Buffer.from('hello'))]).toEqual(['gzip', 'zip', undefined])
})
