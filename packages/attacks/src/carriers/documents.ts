import { crc32 } from 'node:zlib'
import { showable, wrapped } from './font.ts'

const COLUMNS_MAX = 90
const LINE_POINTS = 12

/**
 * Creates a PDF of one page with visible text and with hidden text in render mode 3, which draws nothing.
 * @see ISO 32000-1, section 9.3.6
 */
export function pdfWithHiddenText(visible: string, hidden: string): Uint8Array {
  const content = [
    'BT /F1 12 Tf 56 760 Td 14 TL',
    ...wrapped(showable(visible), COLUMNS_MAX).map((line) => `(${pdfText(line)}) Tj T*`),
    `ET BT 3 Tr /F1 8 Tf 56 700 Td ${LINE_POINTS} TL`,
    ...wrapped(showable(hidden), COLUMNS_MAX).map((line) => `(${pdfText(line)}) Tj T*`),
    'ET',
  ].join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
  let file = '%PDF-1.4\n'
  const offsets: number[] = []
  for (const [at, object] of objects.entries()) {
    offsets.push(file.length)
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(`${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${trailer}`, 'latin1')
}

function pdfText(text: string): string {
  return text.replaceAll(/[^\u0020-\u007e]/g, '?').replaceAll(/[\\()]/g, (char) => `\\${char}`)
}

const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument'
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types'
const DOCUMENT_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

/** Creates a DOCX document with visible text and with text in the font property `vanish`. @see ECMA-376, section 17.3.2.41 */
export function docxWithHiddenText(visible: string, hidden: string): Uint8Array {
  const paragraph = (text: string, properties = ''): string =>
    `<w:p><w:r>${properties}<w:t xml:space="preserve">${xmlText(text)}</w:t></w:r></w:p>`
  const body = [
    paragraph(visible),
    ...hidden.split('\n').map((line) => paragraph(line, '<w:rPr><w:vanish/></w:rPr>')),
  ].join('')
  return storedZip([
    ['[Content_Types].xml', `${XML}<Types xmlns="${TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${DOCUMENT_TYPE}"/></Types>`], // prettier-ignore
    ['_rels/.rels', `${XML}<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="r1" Type="${OFFICE}" Target="word/document.xml"/></Relationships>`], // prettier-ignore
    ['word/document.xml', `${XML}<w:document xmlns:w="${WORD}"><w:body>${body}</w:body></w:document>`],
  ])
}

function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

/** 1 January 1980, the first date that the format can express: the same bytes in each run. */
const DATE = 0x21
const ENTRY_BYTES = 30
const DIRECTORY_BYTES = 46
const END_BYTES = 22

/** Creates a ZIP archive without compression. @see https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT */
function storedZip(files: readonly (readonly [name: string, text: string])[]): Uint8Array {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of files) {
    const data = Buffer.from(text, 'utf8')
    const title = Buffer.from(name, 'latin1')
    const local = Buffer.alloc(ENTRY_BYTES)
    local.writeUInt32LE(0x04034b50, 0)
    writeEntry(local, 4, data, title)
    const central = Buffer.alloc(DIRECTORY_BYTES)
    central.writeUInt32LE(0x02014b50, 0)
    central.writeUInt16LE(20, 4)
    writeEntry(central, 6, data, title)
    central.writeUInt32LE(offset, 42)
    parts.push(local, title, data)
    directory.push(central, title)
    offset += local.length + title.length + data.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(END_BYTES)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, list, end])
}

/** Writes the fields that the local header and the directory share. */
function writeEntry(target: Buffer, at: number, data: Buffer, name: Buffer): void {
  target.writeUInt16LE(20, at)
  target.writeUInt16LE(DATE, at + 8)
  target.writeUInt32LE(crc32(data), at + 10)
  target.writeUInt32LE(data.length, at + 14)
  target.writeUInt32LE(data.length, at + 18)
  target.writeUInt16LE(name.length, at + 22)
}
