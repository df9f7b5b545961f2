import { describe, expect, test } from 'vitest'
import { createSecretsScanner } from '../../src/scanner.ts'
import { isMedia } from '../../src/read/media.ts'
import { KINDS, randomFrom } from '../corpus/draw.ts'
import { contextOf, treeOf } from '../tree.ts'

const token = KINDS['github']?.(randomFrom(1)) ?? ''
const bytes = (head: string, more = '') =>
  Buffer.concat([Buffer.from(head, 'latin1'), Buffer.alloc(64, 7), Buffer.from(more)])

/** The first bytes of files as programs write them. */
const MEDIA: Readonly<Record<string, Buffer>> = {
  'a.png': bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10\x08\x06\0\0\0'),
  'a.jpg': bytes('\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0'),
  'a.gif': bytes('GIF89a\x10\0\x10\0\x80\0\0\0\0\0\xff\xff\xff'),
  'a.webp': bytes('RIFF\x24\x10\0\0WEBPVP8 \x18\x10\0\0'),
  'a.ico': bytes('\0\0\x01\0\x01\0\x10\x10\0\0\x01\0'),
  'a.bmp': bytes('BM\x36\x10\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0'),
  'a.tiff': bytes('II*\0\x08\0\0\0\x10\0\xfe\0\x04\0\x01\0\0\0'),
  'a.mp4': bytes('\0\0\0\x20ftypisom\0\0\x02\0isomiso2'),
  'a.mp3': bytes('ID3\x03\0\0\0\0\x1f\x76TIT2\0\0\0\x05'),
  'b.mp3': bytes('\xff\xfb\x90\x64\0\x0f\xf0\0\0\x69\0\0\0\x08'),
  'a.webm': bytes('\x1a\x45\xdf\xa3\x01\0\0\0\0\0\0\x1f\x42\x86\x81\x01'),
  'a.ogg': bytes('OggS\0\x02\0\0\0\0\0\0\0\0\x5a\x2c'),
  'a.flac': bytes('fLaC\0\0\0\x22\x10\0\x10\0\0\0\x0e'),
  'a.woff2': bytes('wOF2\0\x01\0\0\0\0\x4b\x54\0\x0d\0\0'),
  'a.ttf': bytes('\0\x01\0\0\0\x0f\0\x80\0\x03\0\x70'),
  'a.eot': bytes(`\x74\x10\0\0\xc4\x0f\0\0\x02\0\x02\0${'\0'.repeat(22)}LP\0\0`),
}

const scan = async (files: Readonly<Record<string, string | Buffer>>) => {
  const read: string[] = []
  const tree = treeOf(files)
  const watched = {
    ...tree,
    read: (path: string, max?: number) => {
      read.push(`${path} ${max}`)
      return tree.read(path, max)
    },
  }
  const scanner = createSecretsScanner()
  const seen = []
  for (const shard of scanner.plan(watched)) seen.push(await scanner.run(shard, contextOf(watched)))
  return {
    read,
    found: seen.flatMap(({ observations }) => observations.map(({ filePath }) => filePath)),
    gaps: seen.flatMap(({ gaps }) => gaps),
  }
}

describe('media', () => {
  test.each(Object.entries(MEDIA))('%s is detected by its first bytes', (_name, content) => {
    expect(isMedia(content)).toBe(true)
  })

  test('is looked at no further than its first bytes', async () => {
    const files = Object.fromEntries(
      Object.entries(MEDIA).map(([name, content]) => [name, Buffer.concat([content, Buffer.from(`\nK=${token}\n`)])]),
    )
    const { read, found, gaps } = await scan(files)
    expect([found, gaps]).toEqual([[], []])
    expect(read.toSorted()).toEqual(
      Object.keys(files)
        .map((name) => `${name} 512`)
        .toSorted(),
    )
  })
})

describe('a file with a misleading media extension is searched', () => {
  test.each<[string, string | Buffer]>([
    ['text', `API_KEY=${token}\n`],
    ['text that begins like a picture', `BM\nAPI_KEY=${token}\n`],
    ['text that begins like an animation', `GIF89a = 1\nAPI_KEY=${token}\n`],
    ['text of two bytes a letter', Buffer.from(`\ufeffAPI_KEY=${token}\n`, 'utf16le')],
    ['bytes of another kind', Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.from(` API_KEY=${token} \0\0`)])],
  ])('%s', async (_title, content) => {
    expect((await scan({ 'assets/logo.png': content, 'theme.woff2': 'x' })).found).toEqual(['assets/logo.png'])
  })
})
