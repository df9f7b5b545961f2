import { crc32, deflateSync, inflateSync } from 'node:zlib'

/** An opaque picture, three bytes a point, row by row. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly points: Uint8Array
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const RGB = 2
const RGBA = 6
const INDEXED = 3
const COLOURS_MAX = 256

/**
 * Reads a PNG as browsers write their screenshots: eight bits a channel, not interlaced; transparency is left out.
 * @throws {Error} for another kind of PNG
 */
export function readPng(bytes: Buffer): Picture {
  if (!bytes.subarray(0, 8).equals(SIGNATURE)) throw new Error('This is no PNG.')
  const packed: Buffer[] = []
  let [width, height, channels] = [0, 0, 0]
  for (let at = 8; at < bytes.length;) {
    const length = bytes.readUInt32BE(at)
    const kind = bytes.toString('latin1', at + 4, at + 8)
    const data = bytes.subarray(at + 8, at + 8 + length)
    if (kind === 'IHDR') {
      ;[width, height, channels] = [data.readUInt32BE(0), data.readUInt32BE(4), data[9] === RGBA ? 4 : 3]
      const isKnown = data[8] === 8 && (data[9] === RGB || data[9] === RGBA) && data[12] === 0
      if (!isKnown) throw new Error('This is no PNG of a screenshot.')
    } else if (kind === 'IDAT') packed.push(data)
    at += 12 + length
  }
  return {
    width,
    height,
    points: withoutAlpha(unfiltered(inflateSync(Buffer.concat(packed)), width * channels, channels), channels),
  }
}

/** Reverts the filter of each row. */
function unfiltered(raw: Buffer, stride: number, step: number): Uint8Array {
  const rows = raw.length / (stride + 1)
  const points = new Uint8Array(rows * stride)
  for (let row = 0; row < rows; row++) {
    const filter = raw[row * (stride + 1)]
    const to = row * stride
    for (let at = 0; at < stride; at++) {
      const left = at < step ? 0 : points[to + at - step]!
      const above = row === 0 ? 0 : points[to + at - stride]!
      const corner = row === 0 || at < step ? 0 : points[to + at - stride - step]!
      points[to + at] = raw[row * (stride + 1) + 1 + at]! + predicted(filter, left, above, corner)
    }
  }
  return points
}

function predicted(filter: number | undefined, left: number, above: number, corner: number): number {
  switch (filter) {
    case 1:
      return left
    case 2:
      return above
    case 3:
      return (left + above) >> 1
    case 4: {
      const [byLeft, byAbove, byCorner] = [above - corner, left - corner, left + above - 2 * corner].map(Math.abs) as [
        number,
        number,
        number,
      ]
      if (byLeft <= byAbove && byLeft <= byCorner) return left
      return byAbove <= byCorner ? above : corner
    }
    case undefined:
    case 0:
    default:
      return 0
  }
}

function withoutAlpha(points: Uint8Array, channels: number): Uint8Array {
  if (channels === 3) return points
  return Uint8Array.from({ length: (points.length / 4) * 3 }, (_, at) => points[Math.floor(at / 3) * 4 + (at % 3)]!)
}

/**
 * Encodes a picture with at most 256 colors: the most frequent ones, and the nearest of them for the others. For pages with text in few
 * colors the difference is invisible, and the size is a third.
 */
export function writePng({ width, height, points }: Picture): Buffer {
  const { palette, indexOf } = paletteOf(points)
  const raw = Buffer.alloc(height * (width + 1))
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      raw[row * (width + 1) + 1 + column] = indexOf(colourAt(points, row * width + column))
    }
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, INDEXED, 0, 0, 0], 8)
  const colours = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]))
  const packed = deflateSync(raw, { level: 9, memLevel: 9 })
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('PLTE', colours),
    chunk('IDAT', packed),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const colourAt = (points: Uint8Array, at: number): number =>
  (points[at * 3]! << 16) | (points[at * 3 + 1]! << 8) | points[at * 3 + 2]!

function paletteOf(points: Uint8Array): { palette: number[]; indexOf: (colour: number) => number } {
  const counts = new Map<number, number>()
  for (let at = 0; at < points.length / 3; at++) {
    const colour = colourAt(points, at)
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  const palette = [...counts]
    .map(([colour, count]) => [colour, Math.sqrt(count) * (1 + chroma(colour) / 16)] as const)
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, COLOURS_MAX)
    .map(([colour]) => colour)
  const known = new Map(palette.map((colour, at) => [colour, at]))
  const indexOf = (colour: number): number => {
    const found = known.get(colour)
    if (found !== undefined) return found
    const distances = palette.map((item) => distance(item, colour))
    const nearest = distances.indexOf(Math.min(...distances))
    known.set(colour, nearest)
    return nearest
  }
  return { palette, indexOf }
}

/** Returns the saturation of a color: greys, which are frequent at edges of letters, can replace each other. */
function chroma(colour: number): number {
  const parts = [16, 8, 0].map((shift) => (colour >> shift) & 255)
  return Math.max(...parts) - Math.min(...parts)
}

function distance(a: number, b: number): number {
  const parts = [16, 8, 0].map((shift) => ((a >> shift) & 255) - ((b >> shift) & 255))
  return parts.reduce((sum, part) => sum + part * part, 0)
}

function chunk(kind: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const around = Buffer.alloc(8)
  around.writeUInt32BE(data.length, 0)
  around.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([around.subarray(0, 4), named, around.subarray(4)])
}
