import { crc32, deflateSync, inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readPng, writePng } from '../pictures/png.ts'

test('an image with few colours is unchanged, and an image with many colours keeps its shape', () => {
  const few = {
    width: 3,
    height: 2,
    points: Uint8Array.from([0, 0, 0, 255, 255, 255, 9, 8, 7, 9, 8, 7, 0, 0, 0, 1, 2, 3]),
  }
  const { width, height, points } = indexed(writePng(few))
  expect({ width, height, points }).toEqual(few)

  const many = { width: 400, height: 1, points: Uint8Array.from({ length: 1_200 }, (_, at) => Math.floor(at / 3 / 2)) }
  const read = indexed(writePng(many))
  expect(Math.max(...read.points.map((value, at) => Math.abs(value - many.points[at]!)))).toBeLessThan(2)
})

test.each([0, 1, 2, 3, 4])('rows under filter %i are read as browsers write them', (filter) => {
  const width = 5
  const height = 4
  const wanted = Uint8Array.from({ length: width * height * 3 }, (_, at) => (at * 37) % 256)
  expect(readPng(filtered(wanted, width, height, filter)).points).toEqual(wanted)
})

test('an image in another format than PNG is rejected', () => {
  expect(() => readPng(Buffer.from('<svg/>'))).toThrow('no PNG')
})

/** Returns a PNG with three channels and one filter for all rows. */
function filtered(points: Uint8Array, width: number, height: number, filter: number): Buffer {
  const stride = width * 3
  const raw = Buffer.alloc(height * (stride + 1))
  const at = (row: number, column: number): number => (row < 0 || column < 0 ? 0 : points[row * stride + column]!)
  for (let row = 0; row < height; row++) {
    raw[row * (stride + 1)] = filter
    for (let column = 0; column < stride; column++) {
      const [left, above, corner] = [at(row, column - 3), at(row - 1, column), at(row - 1, column - 3)]
      const guess = left + above - corner
      const paeth = [left, above, corner].sort((a, b) => Math.abs(guess - a) - Math.abs(guess - b))[0]!
      const guessed = [0, left, above, Math.floor((left + above) / 2), paeth][filter]!
      raw[row * (stride + 1) + 1 + column] = (at(row, column) - guessed) & 255
    }
  }
  return png(width, height, 2, deflateSync(raw))
}

/** Reads the output of `writePng`: unfiltered rows, one byte per pixel. */
function indexed(bytes: Buffer): { width: number; height: number; points: Uint8Array } {
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < bytes.length;) {
    const length = bytes.readUInt32BE(at)
    const named = bytes.subarray(at + 4, at + 8 + length)
    expect(bytes.readUInt32BE(at + 8 + length)).toBe(crc32(named))
    chunks.set(named.toString('latin1', 0, 4), named.subarray(4))
    at += 12 + length
  }
  const [width, height] = [chunks.get('IHDR')!.readUInt32BE(0), chunks.get('IHDR')!.readUInt32BE(4)]
  const palette = chunks.get('PLTE')!
  const rows = inflateSync(chunks.get('IDAT')!)
  const colours = Array.from({ length: width * height }, (_, at) => rows[at + Math.floor(at / width) + 1]! * 3)
  return { width, height, points: Uint8Array.from(colours.flatMap((at) => [...palette.subarray(at, at + 3)])) }
}

/** @param kind  2: three channels */
function png(width: number, height: number, kind: number, data: Buffer): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, kind], 8)
  const parts = [
    ['IHDR', head],
    ['IDAT', data],
  ] as const
  const chunks = parts.flatMap(([name, content]) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(content.length)
    return [length, Buffer.from(name), content, Buffer.alloc(4)]
  })
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), ...chunks])
}
