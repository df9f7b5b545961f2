import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Desk, hasPrograms, makeDesk, SCRIPT_PROGRAMS, SEARCH_PATH } from '@gatehouse/testkit'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readScript } from '../../src/pipelines/script.ts'

const ENCODE = readScript(new URL('../../src/precommit/encode.sh', import.meta.url))
/** Common implementations of `awk`, and the one on this system. */
const AWKS = ['gawk', 'mawk', 'busybox awk', 'original-awk', ''].filter((name) =>
  hasPrograms(name.split(' ')[0] || 'awk'),
)

interface Sent {
  readonly path: string
  readonly content?: string
  readonly contentBase64?: string
}

describe.skipIf(!hasPrograms(...SCRIPT_PROGRAMS))('awk encoding of files', () => {
  let desk: Desk
  beforeEach(() => {
    desk = makeDesk()
  })
  afterEach(() => desk.remove())

  /** The files of all requests, in their order, as a server reads them. */
  async function encode(files: readonly Buffer[], { names = [] as readonly string[], limits = '', awk = '' } = {}) {
    for (const old of readdirSync(desk.path).filter((name) => name.startsWith('request'))) desk.put(old, '')
    desk.put('names', files.map((_, at) => `${names[at] ?? `file ${at}`}\n`).join(''))
    const parts = files.map((file) => [Buffer.from(`${'0'.repeat(40)} blob ${file.length}\n`), file, Buffer.from('\n')])
    desk.put('objects', Buffer.concat(parts.flat()))
    const bin = join(desk.path, 'bin')
    mkdirSync(bin, { recursive: true })
    if (awk !== '') {
      writeFileSync(join(bin, 'awk'), `#!/bin/sh\nexec ${awk} "$@"\n`)
      chmodSync(join(bin, 'awk'), 0o755)
    }
    const { code, out, err } = await desk.sh(
      `BATCH_BYTES=100000 BATCH_FILES=1000; ${limits}\n${ENCODE}\nod -An -v -tx1 objects | encode_requests names request '"HIGH"'`,
      { PATH: `${bin}${delimiter}${SEARCH_PATH}` },
    )
    expect([code, err]).toEqual([0, ''])
    const requests = Array.from({ length: Number(out) }, (_, at) => {
      const text = readFileSync(join(desk.path, `request.${at + 1}`), 'latin1')
      expect(/[^\n\x20-\x7e]/.test(text)).toBe(false)
      return JSON.parse(text) as { files: Sent[]; failOn: string[] }
    })
    return { requests, files: requests.flatMap((request) => request.files) }
  }

  const bytesOf = ({ content, contentBase64 }: Sent) =>
    content === undefined ? Buffer.from(contentBase64!, 'base64') : Buffer.from(content)
  const isText = (bytes: Buffer) => Buffer.compare(Buffer.from(bytes.toString()), bytes) === 0

  test('is every byte of them', async () => {
    const contents = fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      fc.string({ unit: 'binary', maxLength: 200 }).map((text) => Buffer.from(text)),
      fc.string({ maxLength: 200 }).map((text) => Buffer.from(text)),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(contents, { minLength: 1, maxLength: 30 }), async (files) => {
        const { files: sent } = await encode(files)
        expect(sent.map((item) => bytesOf(item).toString('hex'))).toEqual(files.map((file) => file.toString('hex')))
        expect(sent.map(({ content }) => content !== undefined)).toEqual(files.map(isText))
      }),
      { numRuns: 20 },
    )
  })

  test.each(AWKS)('is the same with "%s"', async (awk) => {
    const odd = [
      '',
      'a',
      '\0\u0001\u007f"\\\b\f\n\r\t\v/',
      'é日😀\u0800\uffff\u{10ffff}',
      ...['c080', 'eda080', 'f4908080', 'e4b8', 'ff', 'fffe', 'fffefd'].map((hex) => Buffer.from(hex, 'hex')),
      randomBytes(5_000),
      'plain text\n'.repeat(2_000),
    ].map((item) => Buffer.from(item))
    const names = ['"a\\303\\251\\"\\\\\\n\\t\\001"', '"\\377\\376"', '-x', ' ', '"\\360\\237\\230\\200"']
    const { files } = await encode(odd, { names, awk })
    expect(files.map((file) => bytesOf(file).toString('hex'))).toEqual(odd.map((item) => item.toString('hex')))
    expect(files.slice(0, 6).map(({ path }) => path)).toEqual(['aé"\\\n\t\u0001', '%FF%FE', '-x', ' ', '😀', 'file 5'])
  })

  test('is cut into requests by number and by size', async () => {
    const files = Array.from({ length: 25 }, (_, at) => Buffer.from(`${at}`.repeat(100)))
    const byNumber = await encode(files, { limits: 'BATCH_FILES=10' })
    expect(byNumber.requests.map((request) => [request.files.length, request.failOn])).toEqual([
      [10, ['HIGH']],
      [10, ['HIGH']],
      [5, ['HIGH']],
    ])
    const bySize = await encode(files, { limits: 'BATCH_BYTES=1000' })
    expect(bySize.requests.length).toBe(4)
    expect(bySize.files.map((file) => bytesOf(file).toString())).toEqual(files.map(String))
  })

  test('is empty when git output is incomplete', async () => {
    desk.put('names', 'a\nb\n')
    for (const objects of [
      '0 blob 9\nshort',
      '0 missing\n',
      '0 blob 1\na\n0 blob 1\nb\n0 blob 1\nc\n',
      '0 blob 1\na',
    ]) {
      desk.put('objects', objects)
      const { code, out } = await desk.sh(
        `BATCH_BYTES=1000 BATCH_FILES=10\n${ENCODE}\nod -An -v -tx1 objects | encode_requests names request '"HIGH"'`,
      )
      expect([objects, code, out]).toEqual([objects, 3, ''])
    }
  })
})
