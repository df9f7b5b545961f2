import type { Image } from './png.ts'

/** Codewords for error correction of each block at level L, by version from 1. ISO/IEC 18004, table 9. */
const EC_CODEWORDS = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30] // prettier-ignore
/** Blocks at level L, by version from 1. */
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25] // prettier-ignore
const VERSION_MAX = 40
/** Level L and mask 0. */
const FORMAT_DATA = 0b01_000
const QUIET_MODULES = 4

/** Maximum size of a text in bytes: version 40, level L. */
export const QR_BYTES_MAX = 2_953

/**
 * Draws a QR code of a text in byte mode at error correction level L.
 * @throws {RangeError} for a text above {@link QR_BYTES_MAX}
 */
export function qrImage(text: string, scale = 4): Image {
  const modules = qrModules(Buffer.from(text, 'utf8'))
  const size = (modules.length + 2 * QUIET_MODULES) * scale
  const pixels = new Uint8Array(size * size).fill(255)
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const isDark = modules[Math.floor(y / scale) - QUIET_MODULES]?.[Math.floor(x / scale) - QUIET_MODULES]
      if (isDark === true) pixels[y * size + x] = 0
    }
  }
  return { width: size, height: size, pixels }
}

/** Returns the modules by row; true is dark. */
export function qrModules(data: Uint8Array): readonly (readonly boolean[])[] {
  const version = versionFor(data.length)
  const size = 17 + 4 * version
  const grid = Array.from({ length: size }, () => Array.from({ length: size }, (): boolean | undefined => undefined))
  drawPatterns(grid, version)
  drawFormat(grid)
  if (version >= 7) drawVersion(grid, version)
  placeData(grid, codewords(data, version))
  return grid.map((row) => row.map((module) => module === true))
}

type Grid = (boolean | undefined)[][]

function versionFor(bytes: number): number {
  for (let version = 1; version <= VERSION_MAX; version += 1) {
    const bits = 4 + lengthBits(version) + 8 * bytes
    if (bits <= 8 * dataCodewords(version)) return version
  }
  throw new RangeError(`a QR code has at most ${QR_BYTES_MAX} bytes`)
}

function lengthBits(version: number): number {
  return version < 10 ? 8 : 16
}

/** Returns the number of modules that carry codewords. */
function rawModules(version: number): number {
  const alignments = version === 1 ? 0 : Math.floor(version / 7) + 2
  const base = (16 * version + 128) * version + 64
  const alignment = alignments === 0 ? 0 : (25 * alignments - 10) * alignments - 55
  return base - alignment - (version >= 7 ? 36 : 0)
}

function dataCodewords(version: number): number {
  return Math.floor(rawModules(version) / 8) - EC_CODEWORDS[version - 1]! * BLOCKS[version - 1]!
}

/** Returns the interleaved codewords of data and error correction. */
function codewords(data: Uint8Array, version: number): Uint8Array {
  const capacity = dataCodewords(version)
  const bits: number[] = []
  const push = (value: number, count: number): void => {
    for (let at = count - 1; at >= 0; at -= 1) bits.push((value >> at) & 1)
  }
  push(0b0100, 4)
  push(data.length, lengthBits(version))
  for (const byte of data) push(byte, 8)
  push(0, Math.min(4, capacity * 8 - bits.length))
  while (bits.length % 8 !== 0) bits.push(0)
  const bytes = Array.from({ length: bits.length / 8 }, (_, at) =>
    bits.slice(at * 8, at * 8 + 8).reduce((value, bit) => value * 2 + bit, 0),
  )
  for (let pad = 0xec; bytes.length < capacity; pad ^= 0xec ^ 0x11) bytes.push(pad)
  return interleaved(bytes, version)
}

function interleaved(bytes: readonly number[], version: number): Uint8Array {
  const count = BLOCKS[version - 1]!
  const correction = EC_CODEWORDS[version - 1]!
  const short = Math.floor(bytes.length / count)
  const longs = bytes.length % count
  const divisor = generator(correction)
  let at = 0
  const blocks = Array.from({ length: count }, (_, index) => {
    const data = bytes.slice(at, (at += short + (index >= count - longs ? 1 : 0)))
    return { data, correction: remainder(data, divisor) }
  })
  const result: number[] = []
  for (let index = 0; index <= short; index += 1) {
    for (const { data } of blocks) if (index < data.length) result.push(data[index]!)
  }
  for (let index = 0; index < correction; index += 1) for (const block of blocks) result.push(block.correction[index]!)
  return Uint8Array.from(result)
}

/** Multiplies in GF(256) modulo x⁸ + x⁴ + x³ + x² + 1. */
function multiply(a: number, b: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >> 7) * 0x11d)
    product ^= ((b >> bit) & 1) * a
  }
  return product
}

/** Returns the coefficients of the generator polynomial without the leading one. */
function generator(degree: number): readonly number[] {
  const result = Array.from({ length: degree }, (_, at): number => (at === degree - 1 ? 1 : 0))
  let root = 1
  for (let step = 0; step < degree; step += 1) {
    for (let at = 0; at < degree; at += 1) {
      result[at] = multiply(result[at]!, root) ^ (result[at + 1] ?? 0)
    }
    root = multiply(root, 2)
  }
  return result
}

function remainder(data: readonly number[], divisor: readonly number[]): readonly number[] {
  let rest = divisor.map(() => 0)
  for (const byte of data) {
    const factor = byte ^ rest[0]!
    rest = [...rest.slice(1), 0].map((value, at) => value ^ multiply(divisor[at]!, factor))
  }
  return rest
}

function drawPatterns(grid: Grid, version: number): void {
  const last = grid.length - 1
  for (let at = 0; at <= last; at += 1) {
    grid[6]![at] = at % 2 === 0
    grid[at]![6] = at % 2 === 0
  }
  for (const [y, x] of [[3, 3], [3, last - 3], [last - 3, 3]] as const) drawSquares(grid, y, x, 4) // prettier-ignore
  const places = alignmentPlaces(version, grid.length)
  const corners = new Set([`6,6`, `6,${last - 6}`, `${last - 6},6`])
  for (const y of places) for (const x of places) if (!corners.has(`${y},${x}`)) drawSquares(grid, y, x, 2)
}

/** Draws nested squares: a finder pattern of radius 4 with its separator, or an alignment pattern of radius 2. */
function drawSquares(grid: Grid, top: number, left: number, radius: number): void {
  for (let y = -radius; y <= radius; y += 1) {
    for (let x = -radius; x <= radius; x += 1) {
      const distance = Math.max(Math.abs(x), Math.abs(y))
      const row = grid[top + y]
      if (row === undefined || left + x < 0 || left + x >= grid.length) continue
      row[left + x] = radius === 2 ? distance !== 1 : distance !== 2 && distance !== 4
    }
  }
}

function alignmentPlaces(version: number, size: number): readonly number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = version === 32 ? 26 : Math.ceil((size - 13) / (count * 2 - 2)) * 2
  return [6, ...Array.from({ length: count - 1 }, (_, at) => size - 7 - step * (count - 2 - at))]
}

/** Appends the remainder of a BCH code. */
function bch(data: number, degree: number, divisor: number): number {
  let rest = data
  for (let at = 0; at < degree; at += 1) rest = (rest << 1) ^ ((rest >> (degree - 1)) * divisor)
  return (data << degree) | rest
}

function drawFormat(grid: Grid): void {
  const size = grid.length
  const bits = bch(FORMAT_DATA, 10, 0x537) ^ 0x5412
  const isSet = (at: number): boolean => ((bits >> at) & 1) === 1
  for (let at = 0; at < 15; at += 1) {
    const near = at < 6 ? at : at < 8 ? at + 1 : undefined
    if (near !== undefined) grid[near]![8] = isSet(at)
    else grid[8]![at === 8 ? 7 : 14 - at] = isSet(at)
    if (at < 8) grid[8]![size - 1 - at] = isSet(at)
    else grid[size - 15 + at]![8] = isSet(at)
  }
  grid[size - 8]![8] = true
}

function drawVersion(grid: Grid, version: number): void {
  const bits = bch(version, 12, 0x1f25)
  for (let at = 0; at < 18; at += 1) {
    const far = grid.length - 11 + (at % 3)
    const near = Math.floor(at / 3)
    grid[near]![far] = ((bits >> at) & 1) === 1
    grid[far]![near] = ((bits >> at) & 1) === 1
  }
}

/** Places codewords in columns of two modules from the lower right, masked with pattern 0: (row + column) mod 2. */
function placeData(grid: Grid, bytes: Uint8Array): void {
  const size = grid.length
  let bit = 0
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    const isUpward = ((right + 1) & 2) === 0
    for (let step = 0; step < size; step += 1) {
      const y = isUpward ? size - 1 - step : step
      for (const x of [right, right - 1]) {
        if (grid[y]![x] !== undefined) continue
        const value = bit < bytes.length * 8 && ((bytes[bit >> 3]! >> (7 - (bit & 7))) & 1) === 1
        grid[y]![x] = value !== ((x + y) % 2 === 0)
        bit += 1
      }
    }
  }
}
