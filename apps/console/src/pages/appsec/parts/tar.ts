/** File with its path in the archive, separated by `/`. */
export interface PackedFile {
  readonly path: string
  readonly file: Blob
}

const BLOCK = 512
/** Maximum name length of the original format. */
const NAME_BYTES_MAX = 100
const utf8 = new TextEncoder()

/** Creates an archive that is read while it is sent, so that files are not copied into memory. Long names are in a POSIX 2001 header. */
export function tarOf(files: readonly PackedFile[]): Blob {
  const parts: BlobPart[] = []
  for (const { path, file } of files) {
    const name = utf8.encode(path)
    if (name.length > NAME_BYTES_MAX || name.length !== path.length) {
      const record = utf8.encode(paxRecord('path', path))
      parts.push(header('pax', record.length, 'x'), record, padding(record.length))
    }
    parts.push(header(path, file.size, '0'), file, padding(file.size))
  }
  parts.push(new Uint8Array(2 * BLOCK))
  return new Blob(parts)
}

/** The record starts with its own length. */
function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`
  const length = utf8.encode(rest).length
  let digits = String(length).length
  while (String(length + digits).length > digits) digits++
  return `${length + digits}${rest}`
}

function padding(length: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array((BLOCK - (length % BLOCK)) % BLOCK)
}

function header(path: string, size: number, type: '0' | 'x'): Uint8Array<ArrayBuffer> {
  const block = new Uint8Array(BLOCK)
  const write = (text: string, at: number): void => block.set(utf8.encode(text), at)
  block.set(utf8.encode(path).slice(0, NAME_BYTES_MAX), 0)
  write('0000644\0', 100)
  write('0000000\0', 108)
  write('0000000\0', 116)
  write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  write('00000000000\0', 136)
  // The checksum counts its own field as spaces.
  write('        ', 148)
  write(type, 156)
  write('ustar\u000000', 257)
  const sum = block.reduce((total, byte) => total + byte, 0)
  write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}
