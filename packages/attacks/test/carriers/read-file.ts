import { inflateSync } from 'node:zlib'

export interface DecodedPng {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
  readonly chunks: ReadonlyMap<string, Buffer>
}

/** Decodes a grayscale PNG without filters. */
export function decodePng(bytes: Uint8Array): DecodedPng {
  const file = Buffer.from(bytes)
  if (file.readUInt32BE(0) !== 0x89504e47) throw new Error('no PNG')
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < file.length;) {
    const length = file.readUInt32BE(at)
    chunks.set(file.toString('latin1', at + 4, at + 8), file.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  const [width, height] = [chunks.get('IHDR')!.readUInt32BE(0), chunks.get('IHDR')!.readUInt32BE(4)]
  const rows = inflateSync(chunks.get('IDAT')!)
  const pixels = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1) pixels.set(rows.subarray(y * (width + 1) + 1, (y + 1) * (width + 1)), y * width)
  return { width, height, pixels, chunks }
}

/** Values of ISO/IEC 18004 at level L for the versions that tests use: codewords, blocks, error correction per block. */
const BLOCKS: Readonly<Record<number, readonly [blocks: number, correction: number]>> = {
  1: [1, 7],
  2: [1, 10],
  3: [1, 15],
  4: [1, 20],
  5: [1, 26],
  6: [2, 18],
  7: [2, 20],
  8: [2, 24],
  9: [2, 30],
  10: [4, 18],
  11: [4, 20],
  12: [4, 24],
  13: [4, 26],
}

/** Reads a QR code in byte mode with mask 0, without error correction. Independent of the encoder. */
export function readQr({ width, pixels }: DecodedPng, scale = 4): string {
  const size = width / scale - 8
  const version = (size - 17) / 4
  const dark = (y: number, x: number): boolean => pixels[(y + 4) * scale * width + (x + 4) * scale] === 0
  const [blocks, correction] = BLOCKS[version]!
  const centers = version === 1 ? [] : centersOf(version, size)
  const isFunction = (y: number, x: number): boolean => {
    if (y === 6 || x === 6 || (y < 9 && (x < 9 || x >= size - 8)) || (y >= size - 8 && x < 9)) return true
    if (version >= 7 && ((y < 6 && x >= size - 11) || (x < 6 && y >= size - 11))) return true
    return centers.some(([top, left]) => Math.abs(y - top) <= 2 && Math.abs(x - left) <= 2)
  }
  const bits: number[] = []
  let isUpward = true
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right -= 1
    for (let step = 0; step < size; step += 1) {
      const y = isUpward ? size - 1 - step : step
      for (const x of [right, right - 1]) {
        if (!isFunction(y, x)) bits.push(Number(dark(y, x) !== ((x + y) % 2 === 0)))
      }
    }
    isUpward = !isUpward
  }
  const words = Array.from({ length: Math.floor(bits.length / 8) }, (_, at) => Number.parseInt(bits.slice(at * 8, at * 8 + 8).join(''), 2)) // prettier-ignore
  const data = words.length - blocks * correction
  const short = Math.floor(data / blocks)
  const longs = data % blocks
  const ordered = Array.from({ length: blocks }, (_, block) => {
    const isLong = block >= blocks - longs
    const own = Array.from({ length: short }, (_item, index) => words[index * blocks + block]!)
    return isLong ? [...own, words[short * blocks + block - (blocks - longs)]!] : own
  }).flat()
  const stream = ordered.map((word) => word.toString(2).padStart(8, '0')).join('')
  const lengthBits = version < 10 ? 8 : 16
  const length = Number.parseInt(stream.slice(4, 4 + lengthBits), 2)
  const start = 4 + lengthBits
  return Buffer.from(Array.from({ length }, (_, at) => Number.parseInt(stream.slice(start + at * 8, start + at * 8 + 8), 2))).toString() // prettier-ignore
}

function centersOf(version: number, size: number): readonly (readonly [number, number])[] {
  const last = size - 7
  const middle = version < 7 ? [] : [6 + (last - 6) / 2]
  const places = [6, ...middle, last]
  return places.flatMap((y) => places.map((x) => [y, x] as const)).filter(([y, x]) => !((y === 6 && x === 6) || (y === 6 && x === last) || (y === last && x === 6))) // prettier-ignore
}
