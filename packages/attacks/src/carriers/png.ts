import { crc32, deflateSync } from 'node:zlib'
import { GLYPH, isDotSet, showable, wrapped } from './font.ts'

/** Grayscale image: one byte a pixel. */
export interface Image {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const GRAY_8_BIT = Buffer.from([8, 0, 0, 0, 0])

/**
 * Encodes a PNG image.
 * @param metadata text for the chunks tEXt (Description), iTXt (Comment) and eXIf (ImageDescription)
 * @see https://www.w3.org/TR/png-3/
 */
export function encodePng({ width, height, pixels }: Image, metadata?: string): Uint8Array {
  const header = Buffer.alloc(8)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y += 1) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  const texts = metadata === undefined ? [] : metadataChunks(metadata)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', Buffer.concat([header, GRAY_8_BIT])),
    ...texts,
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function metadataChunks(text: string): readonly Buffer[] {
  const utf8 = Buffer.from(text, 'utf8')
  return [
    chunk('tEXt', Buffer.concat([Buffer.from('Description\0', 'latin1'), Buffer.from(showable(text), 'latin1')])),
    // Uncompressed, without language and translated keyword.
    chunk('iTXt', Buffer.concat([Buffer.from('Comment\0\0\0\0\0', 'latin1'), utf8])),
    chunk('eXIf', exif(utf8)),
  ]
}

const IMAGE_DESCRIPTION = 0x010e
const ASCII_TYPE = 2
/** After the header (8 bytes), the number of entries, one entry and the end of the list. */
const VALUE_OFFSET = 8 + 2 + 12 + 4

/** TIFF structure with one entry. */
function exif(text: Buffer): Buffer {
  const head = Buffer.alloc(VALUE_OFFSET)
  head.write('MM\0*', 0, 'latin1')
  head.writeUInt32BE(8, 4)
  head.writeUInt16BE(1, 8)
  head.writeUInt16BE(IMAGE_DESCRIPTION, 10)
  head.writeUInt16BE(ASCII_TYPE, 12)
  head.writeUInt32BE(text.length + 1, 14)
  head.writeUInt32BE(VALUE_OFFSET, 18)
  // A value of up to four bytes would have to be in the entry itself: spaces make it longer.
  return Buffer.concat([head, text, Buffer.from('\0   ', 'latin1')])
}

function chunk(type: string, data: Buffer): Buffer {
  const name = Buffer.from(type, 'latin1')
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(data, crc32(name)))
  return Buffer.concat([length, name, data, sum])
}

const SCALE = 3
const CELL = { width: (GLYPH.width + 1) * SCALE, height: (GLYPH.height + 3) * SCALE } as const
const MARGIN = 12
const COLUMNS_MAX = 60

/** Draws text. @param ink gray value of the letters on white (255) */
export function textImage(text: string, ink: number): Image {
  const lines = wrapped(showable(text), COLUMNS_MAX)
  const columns = Math.max(1, ...lines.map((line) => line.length))
  const width = columns * CELL.width + 2 * MARGIN
  const height = lines.length * CELL.height + 2 * MARGIN
  const pixels = new Uint8Array(width * height).fill(255)
  for (const [row, line] of lines.entries()) {
    for (let column = 0; column < line.length; column += 1) {
      const left = MARGIN + column * CELL.width
      const top = MARGIN + row * CELL.height
      for (let y = 0; y < GLYPH.height * SCALE; y += 1) {
        for (let x = 0; x < GLYPH.width * SCALE; x += 1) {
          if (isDotSet(line[column]!, Math.floor(x / SCALE), Math.floor(y / SCALE))) {
            pixels[(top + y) * width + left + x] = ink
          }
        }
      }
    }
  }
  return { width, height, pixels }
}
