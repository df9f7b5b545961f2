/** Own limit: maximum share of non-text characters in bytes with NUL; with more, the file is binary. */
const ODD_SHARE_MAX = 0.3
/** Own limit: minimum share of NUL bytes at a position in UTF-16 or UTF-32 text. */
const NUL_SHARE_MIN = 0.5
const NUL_SHARE_ELSEWHERE_MAX = 0.05

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be'

/** By byte order mark; longer marks first. */
const MARKS: readonly (readonly [readonly number[], Encoding])[] = [
  [[0xff, 0xfe, 0, 0], 'utf-32le'],
  [[0, 0, 0xfe, 0xff], 'utf-32be'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]

/**
 * Decodes a source file: UTF-8, or UTF-16 and UTF-32 with or without a byte order mark. NUL becomes a space, since compilers accept NUL in
 * comments, and a lone carriage return becomes a line break, as languages read it. Both keep all offsets.
 * @returns undefined for binary content
 */
export function decodeSource(bytes: Uint8Array): string | undefined {
  const marked = MARKS.find(([mark]) => mark.every((byte, at) => bytes[at] === byte))?.[1]
  if (marked === undefined && !bytes.includes(0)) return withLineBreaks(new TextDecoder().decode(bytes))
  const text = decodeAs(bytes, marked ?? encodingOf(bytes))
  return isOdd(text) ? undefined : withLineBreaks(text.replaceAll('\0', ' '))
}

function withLineBreaks(text: string): string {
  return text.includes('\r') ? text.replace(/\r(?!\n)/g, '\n') : text
}

/** Returns the encoding of bytes without a mark, by the positions of NUL bytes. */
function encodingOf(bytes: Uint8Array): Encoding {
  const nul = [0, 0, 0, 0]
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === 0) nul[at & 3]! += 1
  const places = Math.max(1, bytes.length >> 2)
  const isNul = nul.map((count) => count / places >= NUL_SHARE_MIN)
  const isText = nul.map((count) => count / places <= NUL_SHARE_ELSEWHERE_MAX)
  if (isText[0] && isNul[2] && isNul[3]) return 'utf-32le'
  if (isText[3] && isNul[0] && isNul[1]) return 'utf-32be'
  if (isText[0] && isText[2] && isNul[1] && isNul[3]) return 'utf-16le'
  if (isText[1] && isText[3] && isNul[0] && isNul[2]) return 'utf-16be'
  return 'utf-8'
}

function decodeAs(bytes: Uint8Array, encoding: Encoding): string {
  if (encoding === 'utf-32le' || encoding === 'utf-32be') return decode32(bytes, encoding === 'utf-32le')
  return new TextDecoder(encoding).decode(bytes)
}

const MARK = 0xfeff
const CODE_POINT_MAX = 0x10ffff
/** Characters that are joined at once. */
const PIECE = 4_096

function decode32(bytes: Uint8Array, isLittle: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const pieces: string[] = []
  let codes: number[] = []
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const code = view.getUint32(at, isLittle)
    if (code === MARK && at === 0) continue
    codes.push(code > CODE_POINT_MAX ? 0xfffd : code)
    if (codes.length === PIECE) {
      pieces.push(String.fromCodePoint(...codes))
      codes = []
    }
  }
  return pieces.join('') + String.fromCodePoint(...codes)
}

/** Lines that may declare the encoding of a Python source file. */
const DECLARED = /^[^\n]{0,1000}\n?[^\n]{0,1000}/
const CODING = /^[ \t\f]{0,100}#[^\n]{0,500}?coding[:=][ \t]{0,100}([-\w.]{1,50})/m
/** Encodings in which ASCII is ASCII, so that code reads the same in UTF-8. */
const LIKE_ASCII =
  /^(?:utf-?8(?:-.{1,20})?|u8|us-ascii|ascii|646|latin-?\d{0,2}|l\d{1,2}|iso-?8859(?:-\d{1,2}){0,2}(?:-.{1,20})?|(?:cp|windows-)125\d|koi8-[rut]|mac-?(?:roman|cyrillic)|cp(?:437|850|852|855|858|860|863|865|866)|tis-?620|euc-?(?:jp|kr|cn)|gb-?2312|undecided|none)$/

/** Whether a Python file declares an encoding in which its code reads otherwise than in UTF-8, e.g. UTF-7 or EBCDIC. */
export function hasForeignEncoding(text: string): boolean {
  const [, label] = CODING.exec(DECLARED.exec(text)?.[0] ?? '') ?? []
  return label !== undefined && !LIKE_ASCII.test(label.toLowerCase().replaceAll('_', '-'))
}

/** Whether a text has too many non-text characters. */
function isOdd(text: string): boolean {
  let odd = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code < 9 || (code > 13 && code < 32 && code !== 27) || code === 0xfffd) odd += 1
  }
  return odd > text.length * ODD_SHARE_MAX
}
