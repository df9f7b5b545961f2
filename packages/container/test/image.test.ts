import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { dockerArchive, ociLayout, tarHeader, tarOf, type TestImage, writeFiles } from '@gatehouse/testkit/images'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ImageView, openImage } from '../src/index.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'container-test-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const { signal } = new AbortController()

async function contentsOf(path: string): Promise<Record<string, string>> {
  const image = await openImage(path, 'shop', { signal })
  try {
    const { tree } = new ImageView(image)
    const texts = await Promise.all(
      tree.files.map(async (file) => [file.path, Buffer.from(await tree.read(file.path)).toString()] as const),
    )
    return Object.fromEntries(texts)
  } finally {
    image.close()
  }
}

function layout(image: TestImage): string {
  return writeFiles(join(folder, 'layout'), ociLayout(image))
}

function archive(bytes: Buffer): string {
  writeFileSync(join(folder, 'image.tar'), bytes)
  return join(folder, 'image.tar')
}

const IMAGE: TestImage = {
  layers: [
    {
      content: { 'etc/a': 'one', 'app/old/x': '1', 'app/old/y': '2', 'app/keep': 'k', 'opt/z': 'z' },
      compression: 'none',
    },
    {
      content: {
        './app/.wh.keep': '',
        '/etc/a': 'two',
        'etc/b': { hardlink: 'etc/a' },
        'opt/z2': { hardlink: 'opt/z' },
      },
    },
    {
      content: { 'app/old/new': '3', 'app/old/.wh..wh..opq': '', 'etc/l': { symlink: '/etc/a' } },
      compression: 'zstd',
    },
  ],
}
const MERGED = { 'app/old/new': '3', 'etc/a': 'two', 'etc/b': 'two', 'opt/z': 'z', 'opt/z2': 'z' }

describe('the file system of an image', () => {
  test.each([
    ['an OCI layout', () => layout(IMAGE)],
    ['an OCI layout in a tar archive', () => archive(tarOf(ociLayout(IMAGE)))],
    ['an archive of docker save', () => archive(dockerArchive(IMAGE))],
    ['a compressed archive of docker save', () => archive(gzipSync(dockerArchive(IMAGE)))],
  ])('of %s applies whiteouts, opaque folders and hard links', async (_name, write) => {
    expect(await contentsOf(write())).toEqual(MERGED)
  })

  test('keeps deleted files in their layers, and layers have their instruction', async () => {
    const image = await openImage(
      layout({ layers: [{ content: { a: '1' }, instruction: 'RUN a' }, { content: { '.wh.a': '' } }] }),
      'shop',
      { signal },
    )
    image.close()
    expect(image.files).toMatchObject([{ path: 'a', layer: 0, isPresent: false }])
    expect(image.layers[0]).toMatchObject({ index: 0, instruction: 'RUN a' })
  })

  test.each([
    '--format=gnu',
    '--format=pax --sparse-version=0.0',
    '--format=pax --sparse-version=0.1',
    '--format=pax --sparse-version=1.0',
  ])('contains sparse files of GNU tar with %s, and long names', async (options) => {
    const source = join(folder, 'source')
    const long = `${'long-folder-name/'.repeat(12)}file`
    const text = Buffer.alloc(400_000)
    for (const at of [0, 120_000, 240_000, 399_990]) text.write('data', at)
    writeFiles(source, { [long]: Buffer.from('long'), sparse: Buffer.from('x') })
    execFileSync(
      'sh',
      [
        '-c',
        `truncate -s 0 sparse && truncate -s 400000 sparse && for at in 0 120000 240000 399990; do printf data | dd of=sparse bs=1 seek=$at conv=notrunc status=none; done`,
      ],
      { cwd: source },
    )
    const tar = execFileSync('tar', ['-S', ...options.split(' '), '-C', source, '-cf', '-', '.'], { maxBuffer: 1e8 })
    expect(tar.length).toBeLessThan(350_000)
    const seen = await contentsOf(layout({ layers: [{ content: tar }] }))
    expect(seen[long]).toBe('long')
    expect(
      createHash('sha256')
        .update(seen['sparse'] ?? '')
        .digest('hex'),
    ).toBe(createHash('sha256').update(text).digest('hex'))
  })

  test('follows symbolic links only within the image', async () => {
    const content = {
      'etc/os-release': { symlink: '../../../usr/lib/os-release' },
      'usr/lib/os-release': 'ID=debian',
      lib: { symlink: 'usr/lib' },
      loop: { symlink: 'loop' },
      'etc/host': { symlink: '/etc/passwd' },
    }
    const image = await openImage(layout({ layers: [{ content }] }), 'shop', { signal })
    const view = new ImageView(image)
    image.close()
    expect(view.resolve('etc/os-release')?.path).toBe('usr/lib/os-release')
    expect(view.resolve('lib/os-release')?.path).toBe('usr/lib/os-release')
    expect([view.resolve('loop'), view.resolve('etc/host')]).toEqual([undefined, undefined])
  })
})

describe('a hostile image is rejected without files left behind', () => {
  const good = { layers: [{ content: { a: '1' } }] }
  const tampered = (change: (files: Record<string, Buffer>, layer: string) => void): string => {
    const files = { ...ociLayout(good) }
    const manifest =
      Object.values(files)
        .map(String)
        .find((text) => text.includes('"layers":[')) ?? '{}'
    const { layers } = JSON.parse(manifest) as { layers: readonly { digest: string }[] }
    change(files, `blobs/${layers[0]?.digest.replace(':', '/') ?? ''}`)
    return writeFiles(join(folder, 'layout'), files)
  }
  test.each([
    [
      'a changed layer',
      () =>
        tampered((files, name) => {
          files[name]![files[name]!.length - 1]! ^= 1
        }),
      /Layer 0 does not match its digest|cannot be decompressed/,
    ],
    [
      'a missing layer',
      () =>
        tampered((files, name) => {
          delete files[name]
        }),
      /Layer 0 is missing/,
    ],
    [
      'a false size',
      () =>
        tampered((files, name) => {
          files[name] = Buffer.concat([files[name]!, Buffer.alloc(1)])
        }),
      /its descriptor states/,
    ],
    [
      'a truncated layer',
      () => layout({ layers: [{ content: tarOf({ a: 'x'.repeat(2_000) }).subarray(0, 1_024) }] }),
      /truncated/,
    ],
    ['an entry above the end', () => layout({ layers: [{ content: tarHeader('a', '0', 2 ** 32) }] }), /truncated/],
    ['no tar archive', () => layout({ layers: [{ content: Buffer.alloc(2_048, 7) }] }), /invalid header/],
    [
      'a compression bomb',
      () =>
        layout({ layers: [{ content: Buffer.concat([tarHeader('a', '0', 2 ** 26), Buffer.alloc(2 ** 26 + 1_024)]) }] }),
      /compression ratio/,
    ],
    [
      '1,000 layers',
      () => layout({ layers: Array.from({ length: 1_000 }, () => ({ content: { a: '' } })) }),
      /more than 500 layers/,
    ],
    ['no image', () => writeFiles(join(folder, 'layout'), { a: Buffer.from('x') }), /neither an OCI image layout nor/],
  ])('%s', async (_name, write, message) => {
    const workspace = join(folder, 'workspace')
    mkdirSync(workspace)
    await expect(openImage(write(), 'shop', { signal, workspace })).rejects.toThrow(message)
    expect(readdirSync(workspace)).toEqual([])
  })

  test('a truncated archive', async () => {
    const path = archive(dockerArchive(good))
    truncateSync(path, 700)
    await expect(openImage(path, 'shop', { signal })).rejects.toThrow(/truncated/)
  })

  test('paths outside the image are skipped and reported', async () => {
    const content = {
      '../../escape': 'x',
      [`${'d/'.repeat(101)}f`]: 'deep',
      'a/../b': 'y',
      c: { hardlink: '../../etc/passwd' },
      ok: '1',
    }
    const image = await openImage(layout({ layers: [{ content }] }), 'shop', { signal })
    image.close()
    expect(image.files.map(({ path }) => path)).toEqual(['ok'])
    expect(image.left).toEqual([
      '3 entries with invalid paths were skipped.',
      '1 hard links without a target were skipped.',
    ])
  })
})
