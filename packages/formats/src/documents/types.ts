import { looksLikeText } from './decode.ts'
import type { DocumentKind } from './extraction.ts'

/** Detected type. */
export interface SniffedType {
  readonly kind: DocumentKind
  readonly mime_type: string
}

export const MIME_OF: Readonly<Record<DocumentKind, string>> = {
  text: 'text/plain',
  markdown: 'text/markdown',
  html: 'text/html',
  csv: 'text/csv',
  json: 'application/json',
  xml: 'application/xml',
  source: 'text/x-source',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odf: 'application/vnd.oasis.opendocument.text',
  eml: 'message/rfc822',
  zip: 'application/zip',
  unsupported: 'application/octet-stream',
}

export function typeOf(kind: DocumentKind): SniffedType {
  return { kind, mime_type: MIME_OF[kind] }
}

/** OLE compound files: Office before 2007, encrypted Office documents, Outlook messages. */
export const OLE_MIME = 'application/x-ole-storage'

interface Signature {
  readonly mime_type: string
  readonly at: number
  /** As Latin-1. */
  readonly bytes: string
}

/** Signatures of types without extractable text, from the specifications of the formats. */
const SIGNATURES: readonly Signature[] = [
  { mime_type: 'image/png', at: 0, bytes: '\x89PNG\r\n\x1a\n' },
  { mime_type: 'image/jpeg', at: 0, bytes: '\xff\xd8\xff' },
  { mime_type: 'image/gif', at: 0, bytes: 'GIF8' },
  { mime_type: 'image/webp', at: 8, bytes: 'WEBP' },
  { mime_type: 'audio/wav', at: 8, bytes: 'WAVE' },
  { mime_type: 'image/bmp', at: 0, bytes: 'BM' },
  { mime_type: 'image/tiff', at: 0, bytes: 'II*\0' },
  { mime_type: 'image/tiff', at: 0, bytes: 'MM\0*' },
  { mime_type: 'image/x-icon', at: 0, bytes: '\0\0\x01\0' },
  { mime_type: 'image/vnd.adobe.photoshop', at: 0, bytes: '8BPS' },
  { mime_type: 'application/x-msaccess', at: 0, bytes: '\0\x01\0\0Standard ' },
  { mime_type: 'font/ttf', at: 0, bytes: '\0\x01\0\0\0' },
  { mime_type: 'font/otf', at: 0, bytes: 'OTTO' },
  { mime_type: 'font/woff', at: 0, bytes: 'wOFF' },
  { mime_type: 'font/woff2', at: 0, bytes: 'wOF2' },
  { mime_type: 'image/avif', at: 4, bytes: 'ftypavi' },
  { mime_type: 'image/heic', at: 4, bytes: 'ftyphei' },
  { mime_type: 'image/heic', at: 4, bytes: 'ftypmif1' },
  { mime_type: 'audio/mp4', at: 4, bytes: 'ftypM4A' },
  { mime_type: 'video/quicktime', at: 4, bytes: 'ftypqt  ' },
  { mime_type: 'video/mp4', at: 4, bytes: 'ftyp' },
  { mime_type: 'video/quicktime', at: 4, bytes: 'moov' },
  { mime_type: 'video/quicktime', at: 4, bytes: 'mdat' },
  { mime_type: 'video/x-matroska', at: 0, bytes: '\x1aE\xdf\xa3' },
  { mime_type: 'video/x-flv', at: 0, bytes: 'FLV\x01' },
  { mime_type: 'audio/mpeg', at: 0, bytes: 'ID3' },
  { mime_type: 'audio/mpeg', at: 0, bytes: '\xff\xfb' },
  { mime_type: 'audio/aac', at: 0, bytes: '\xff\xf1' },
  { mime_type: 'audio/aac', at: 0, bytes: '\xff\xf9' },
  { mime_type: 'audio/flac', at: 0, bytes: 'fLaC' },
  { mime_type: 'application/ogg', at: 0, bytes: 'OggS' },
  { mime_type: 'application/gzip', at: 0, bytes: '\x1f\x8b' },
  { mime_type: 'application/x-bzip2', at: 0, bytes: 'BZh' },
  { mime_type: 'application/x-xz', at: 0, bytes: '\xfd7zXZ\0' },
  { mime_type: 'application/zstd', at: 0, bytes: '\x28\xb5\x2f\xfd' },
  { mime_type: 'application/x-7z-compressed', at: 0, bytes: '7z\xbc\xaf\x27\x1c' },
  { mime_type: 'application/vnd.rar', at: 0, bytes: 'Rar!\x1a\x07' },
  { mime_type: 'application/vnd.ms-cab-compressed', at: 0, bytes: 'MSCF' },
  { mime_type: 'application/vnd.ms-htmlhelp', at: 0, bytes: 'ITSF' },
  { mime_type: 'application/vnd.apache.parquet', at: 0, bytes: 'PAR1' },
  { mime_type: 'application/x-shockwave-flash', at: 0, bytes: 'CWS' },
  { mime_type: 'application/x-shockwave-flash', at: 0, bytes: 'FWS' },
  { mime_type: 'application/x-tar', at: 257, bytes: 'ustar' },
  { mime_type: 'application/x-elf', at: 0, bytes: '\x7fELF' },
  { mime_type: 'application/vnd.microsoft.portable-executable', at: 0, bytes: 'MZ' },
  { mime_type: 'application/wasm', at: 0, bytes: '\0asm' },
  { mime_type: 'application/java-vm', at: 0, bytes: '\xca\xfe\xba\xbe' },
  { mime_type: 'application/vnd.sqlite3', at: 0, bytes: 'SQLite format 3\0' },
  { mime_type: OLE_MIME, at: 0, bytes: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1' },
  { mime_type: 'application/postscript', at: 0, bytes: '%!PS' },
]

/** Bytes that decide whether a signature is the beginning of a text. */
const TEXT_SAMPLE_BYTES = 1_024

/** The name of a type without extractable text, by its signature. */
export function signatureOf(bytes: Buffer): string | undefined {
  // Text may contain any signature ("The new WAVE"), and its author could hide it behind one.
  if (looksLikeText(bytes.subarray(0, TEXT_SAMPLE_BYTES)))
    return bytes.indexOf(RTF) === 0 ? 'application/rtf' : undefined
  return SIGNATURES.find(({ at, bytes: magic }) => {
    const expected = Buffer.from(magic, 'latin1')
    return bytes.subarray(at, at + expected.length).equals(expected)
  })?.mime_type
}

const RTF = '{\\rtf'
