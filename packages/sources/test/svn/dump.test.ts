import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Unpacking } from '../../src/archive/unpacking.ts'
import { unpackDump } from '../../src/svn/dump.ts'

let root: string
let into: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'dump-'))
  into = join(root, 'into')
  await mkdir(into)
})
afterEach(() => rm(root, { recursive: true, force: true }))

const HEAD =
  'SVN-fs-dump-format-version: 3\n\nUUID: x\n\nRevision-number: 1\nProp-content-length: 10\nContent-length: 10\n\nPROPS-END\n\n'

/** Returns a node in svnrdump format, its text a delta of one window unless other bytes are given. */
function node(path: string, text: string, { properties = '', delta }: { properties?: string; delta?: Buffer } = {}) {
  const list = `${properties}PROPS-END\n`
  const bytes = delta ?? deltaOf(text)
  const head = `Node-path: ${path}\nNode-kind: file\nNode-action: add\nText-delta: true\nProp-content-length: ${list.length}\nText-content-length: ${bytes.length}\nContent-length: ${list.length + bytes.length}\n\n${list}`
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\n\n')])
}
function deltaOf(text: string): Buffer {
  const { length } = text
  return Buffer.from([...Buffer.from('SVN\u0000'), 0, 0, length, 1, length, 0x80 | length, ...Buffer.from(text)])
}
function unpack(nodes: readonly Buffer[], prefix = '') {
  return unpackBytes(Buffer.concat([Buffer.from(HEAD), ...nodes]), prefix)
}
async function unpackBytes(bytes: Buffer, prefix = '') {
  const unpacking = new Unpacking(into, new AbortController().signal, { what: 'repository' })
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7)
  }
  await unpackDump(pieces(), prefix, unpacking)
  return unpacking.done()
}

test('files are written whole, below the requested folder', async () => {
  await unpack([node('lib/a.txt', 'one'), node('lib/deep/b.txt', 'two'), node('other.txt', 'three')], 'lib')
  expect((await readdir(into)).sort()).toEqual(['a.txt', 'deep'])
  expect(await readFile(join(into, 'deep/b.txt'), 'utf8')).toBe('two')
})

describe('a malicious server', () => {
  test.each(['../out', '/etc/out', 'a/../../out', 'C:\\out'])('writes nothing to %s', async (path) => {
    await expect(unpack([node(path, 'x')])).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining(`The repository was rejected at its entry "${path}"`),
    })
    expect(await readdir(root)).toEqual(['into'])
  })

  test('writes nothing through a link sent earlier', async () => {
    const link = node('a', 'link /etc', { properties: 'K 11\nsvn:special\nV 1\n*\n' })
    const result = await unpack([link, node('a/planted', 'x')])
    expect(result).toMatchObject({ files: 1, skipped: [{ name: 'a', detail: 'it is a symbolic link' }] })
    expect(await readFile(join(into, 'a/planted'), 'utf8')).toBe('x')
  })

  const varint = (value: number) => {
    const bytes = [value & 127]
    for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift((rest & 127) | 128)
    return bytes
  }
  test.each([
    ['a window too large to hold', [0, 0, ...varint(2 ** 40), 1, 1, 0x81, 0x61]],
    ['a window of a text that is not there', [0, 5, 1, 1, 1, 0x81, 0x61]],
    ['a copy of what is not there yet', [0, 0, 2, 2, 0, 0x42, 1]],
    ['more bytes than it says', [0, 0, 1, 1, 1, 0x83, 0x61]],
    ['fewer bytes than it says', [0, 0, 5, 1, 1, 0x81, 0x61]],
    ['a number without end', [0, 0, ...Array.from({ length: 40 }, () => 0xff)]],
  ])('sends %s in vain', async (_title, bytes) => {
    const delta = Buffer.from([...Buffer.from('SVN\u0000'), ...bytes])
    await expect(unpack([node('a', '', { delta })])).rejects.toMatchObject({ code: 'unavailable' })
  })
})

test('a copy may overlap its own output', async () => {
  const delta = Buffer.from([...Buffer.from('SVN\u0000'), 0, 0, 7, 3, 2, 0x82, 0x45, 0, 0x61, 0x62])
  await unpack([node('a', '', { delta })])
  expect(await readFile(join(into, 'a'), 'utf8')).toBe('abababa')
})

test('arbitrary bytes result in files below the folder or an error', async () => {
  const whole = Buffer.concat([Buffer.from(HEAD), node('a/b.txt', 'one'), node('c', 'two')])
  const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(damage, fc.nat(whole.length), async (changes, end) => {
      const bytes = Buffer.from(whole.subarray(0, end))
      for (const [at, byte] of changes) if (at < end) bytes[at] = byte
      const failure: unknown = await unpackBytes(bytes).catch((error: unknown) => error)
      const code = failure instanceof Error ? (failure as { code?: unknown }).code : 'unavailable'
      expect(['invalid_request', 'unavailable']).toContain(code)
      expect(await readdir(root)).toEqual(['into'])
      await rm(into, { recursive: true })
      await mkdir(into)
    }),
    { numRuns: 150 },
  )
})
