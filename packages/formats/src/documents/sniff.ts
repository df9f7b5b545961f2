import type { DocumentKind } from './extraction.ts'
import { PDF_HEADER_BYTES, SNIFF_TEXT_BYTES, ZIP_END_BYTES } from './limits.ts'
import { decodeText, looksLikeText } from './decode.ts'
import { signatureOf, type SniffedType, typeOf } from './types.ts'
import { sniffText } from './sniff-text.ts'

const PDF_MAGIC = '%PDF-'
const ZIP_LOCAL = Buffer.from('PK\x03\x04', 'latin1')
const ZIP_EMPTY = Buffer.from('PK\x05\x06', 'latin1')

/**
 * Detects the type of a document from its bytes; names and declared types are ignored. Of a ZIP only the first entry and the end of the
 * directory are examined, so that the reader may correct ZIP and Office types.
 */
export function sniff(bytes: Uint8Array): SniffedType {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (data.indexOf(PDF_MAGIC, 0, 'latin1') === 0) return typeOf('pdf')
  if (startsWith(data, ZIP_LOCAL) || startsWith(data, ZIP_EMPTY)) return sniffZip(data)
  const binary = signatureOf(data)
  if (binary !== undefined) return { kind: 'unsupported', mime_type: binary }
  if (hasPdfHeader(data) && !looksLikeText(data.subarray(0, SNIFF_TEXT_BYTES))) return typeOf('pdf')
  if (!looksLikeText(data.subarray(0, SNIFF_TEXT_BYTES))) return typeOf('unsupported')
  return typeOf(sniffText(decodeText(data.subarray(0, SNIFF_TEXT_BYTES)).text))
}

/** Returns further types under which programs would open the same bytes. */
export function secondTypes(bytes: Uint8Array, kind: DocumentKind): DocumentKind[] {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const others: DocumentKind[] = []
  const isZip = startsWith(data, ZIP_LOCAL) || startsWith(data, ZIP_EMPTY)
  if (!isZip && zipEnd(data) !== undefined) others.push('zip')
  if (kind !== 'pdf' && hasPdfHeader(isZip ? beforeFirstEntry(data) : data) && hasPdfBody(data)) others.push('pdf')
  if (kind === 'pdf' || kind === 'unsupported' || isZip) {
    const head = (isZip ? beforeFirstEntry(data) : data.subarray(0, PDF_HEADER_BYTES)).toString('latin1')
    if (/<(?:!doctype\s{1,9}html|html|script|body|iframe|svg)[\s>]/i.test(head)) others.push('html')
  }
  return others
}

/** Returns the position of a ZIP's end record, in any bytes that a ZIP reader would accept. */
export function zipEnd(data: Buffer): number | undefined {
  const from = Math.max(0, data.length - ZIP_END_BYTES)
  const at = data.lastIndexOf(ZIP_EMPTY)
  if (at < from) return undefined
  // The record is valid when it counts at least one entry and its comment ends within the bytes.
  if (at + 22 > data.length || data.readUInt16LE(at + 10) === 0) return undefined
  return at + 22 + data.readUInt16LE(at + 20) <= data.length ? at : undefined
}

function sniffZip(data: Buffer): SniffedType {
  const first = data.toString('latin1', 30, 200)
  const openDocument = /^mimetype(application\/vnd\.oasis\.opendocument\.[a-z-]{1,40})/.exec(first)?.[1]
  if (openDocument !== undefined) return { kind: 'odf', mime_type: openDocument.replace(/PK$/, '') }
  const end = zipEnd(data)
  const start = end === undefined ? 0 : Math.min(end, data.readUInt32LE(end + 16))
  const names = data.subarray(start)
  if (!names.includes('[Content_Types].xml')) return typeOf('zip')
  if (names.includes('word/')) return typeOf('docx')
  if (names.includes('xl/')) return typeOf('xlsx')
  return typeOf(names.includes('ppt/') ? 'pptx' : 'zip')
}

function hasPdfHeader(data: Buffer): boolean {
  return data.subarray(0, PDF_HEADER_BYTES).includes(PDF_MAGIC)
}

/** Text about PDF may quote the first line; a PDF also contains an object. */
function hasPdfBody(data: Buffer): boolean {
  return data.includes(' obj') && (data.includes('startxref') || data.includes('trailer'))
}

/** Returns name and extra field of the first entry, which may contain a second header; its data may legitimately be a PDF. */
function beforeFirstEntry(data: Buffer): Buffer {
  if (data.length < 30) return data
  return data.subarray(0, Math.min(PDF_HEADER_BYTES, 30 + data.readUInt16LE(26) + data.readUInt16LE(28)))
}

function startsWith(data: Buffer, magic: Buffer): boolean {
  return data.subarray(0, magic.length).equals(magic)
}
