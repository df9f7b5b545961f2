import { randomBytes } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { PDFDocument, StandardFonts } from 'pdf-lib'
import { strToU8, zipSync, type Zippable } from 'fflate'

export interface MadeFile {
  readonly name: string
  readonly bytes: Uint8Array
  /** Uncompressed size of a container; the file size for other formats. */
  readonly unpacked_bytes: number
}

const SIZE_BYTES = 10_000_000

/** Sentences that hardly repeat, so that they pack like prose and not like a bomb. */
function prose(bytes: number): string {
  const words =
    'meeting order invoice delivery contract project customer department report question answer budget'.split(' ')
  let seed = 1
  const next = (): number => (seed = (seed * 48_271) % 2_147_483_647)
  let text = ''
  while (text.length < bytes) {
    text += `${words[next() % words.length]} ${(next() % 1_000_000).toString(36)} ${words[next() % words.length]}${next() % 12 === 0 ? '.\n' : ' '}`
  }
  return text.slice(0, bytes)
}

/** Creates a file of about ten megabytes for each format. */
export async function makeFiles(): Promise<MadeFile[]> {
  const text = prose(SIZE_BYTES)
  const lines = text.split('\n')
  const plain = (name: string, whole: string): MadeFile => {
    const bytes = strToU8(whole.slice(0, SIZE_BYTES))
    return { name, bytes, unpacked_bytes: bytes.length }
  }
  return [
    plain('text', text),
    plain('markdown', `# Report\n\n${lines.map((line) => `- ${line}`).join('\n')}`),
    plain(
      'html',
      `<html><style>.x{color:#fff}</style><body>${lines.map((line) => `<p class="y">${line}</p>`).join('\n')}`,
    ),
    plain('csv', lines.map((line, at) => `${at},"${line}",${at * 2}`).join('\n')),
    plain('json', JSON.stringify(lines.map((line, at) => ({ at, line: `${line}\n` })))),
    plain('xml', `<?xml version="1.0"?><r>${lines.map((line) => `<l n="1">${line}</l>`).join('\n')}`),
    plain('source', lines.map((line, at) => `const v${at} = '${line}'; // note`).join('\n')),
    mail(text),
    packed('docx', { 'word/document.xml': `<w:document>${lines.map(paragraph).join('')}</w:document>` }),
    packed('xlsx', workbook(lines)),
    packed('pptx', slides(lines)),
    packed('odt', { mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': content(lines) }),
    packed('zip', Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`${at}.txt`, prose(100_000)]))),
    await pdf(lines),
    markup(),
  ]
}

function mail(text: string): MadeFile {
  const head = 'From: a@example.com\r\nTo: b@example.com\r\nSubject: Report\r\nMIME-Version: 1.0\r\n'
  const body = Buffer.from(text.slice(0, SIZE_BYTES * 0.73))
    .toString('base64')
    .replace(/.{76}/g, '$&\r\n')
  const bytes = strToU8(`${head}Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n${body}`)
  return { name: 'eml', bytes, unpacked_bytes: bytes.length }
}

function paragraph(line: string): string {
  return `<w:p><w:r><w:rPr><w:color w:val="000000"/></w:rPr><w:t>${line}</w:t></w:r></w:p>`
}

function workbook(lines: readonly string[]): Record<string, string> {
  const rows = lines.map(
    (_line, at) =>
      `<row r="${at + 1}"><c r="A${at + 1}" t="s"><v>${at}</v></c><c r="B${at + 1}"><v>${at * 7}</v></c></row>`,
  )
  return {
    'xl/workbook.xml': '<workbook><sheets><sheet name="One" sheetId="1" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/sharedStrings.xml': `<sst>${lines.map((line) => `<si><t>${line}</t></si>`).join('')}</sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`,
  }
}

function slides(lines: readonly string[]): Record<string, string> {
  const created: Record<string, string> = { 'ppt/presentation.xml': '<p:presentation/>' }
  for (let at = 0; at < lines.length; at += 100) {
    const runs = lines.slice(at, at + 100).map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`)
    created[`ppt/slides/slide${at}.xml`] = `<p:sld><p:sp>${runs.join('')}</p:sp></p:sld>`
  }
  return created
}

function content(lines: readonly string[]): string {
  return `<office:document-content><office:body>${lines.map((line) => `<text:p>${line}</text:p>`).join('')}</office:body></office:document-content>`
}

/** Packs the parts, and pictures up to the target size. */
function packed(name: string, parts: Readonly<Record<string, string>>): MadeFile {
  const files: Zippable = {}
  let unpacked_bytes = 0
  let size_bytes = 0
  const all = name === 'odt' || name === 'zip' ? parts : { '[Content_Types].xml': '<Types/>', ...parts }
  for (const [path, text] of Object.entries(all)) {
    const data = strToU8(text)
    unpacked_bytes += data.length
    size_bytes += deflateRawSync(data).length
    files[path] = path === 'mimetype' ? [data, { level: 0 }] : data
  }
  const filling = Math.max(0, SIZE_BYTES - size_bytes)
  if (filling > 0) files['media/filling.jpg'] = [jpeg(filling), { level: 0 }]
  return { name, bytes: zipSync(files), unpacked_bytes: unpacked_bytes + filling }
}

/** Elements only, up to the uncompressed limit: the worst case for a reader. */
function markup(): MadeFile {
  const item = '<w:p><w:r w:rsidR="00A1"><w:rPr><w:b/></w:rPr></w:r></w:p>'
  let seed = 7
  let body = ''
  while (body.length < 62_000_000) {
    seed = (seed * 48_271) % 2_147_483_647
    body += item.replace('00A1', seed.toString(36) + (seed * 31).toString(36))
  }
  return { ...packed('docx', { 'word/document.xml': `<w:document>${body}</w:document>` }), name: 'docx, markup alone' }
}

/** Incompressible bytes after the signature of a picture. */
function jpeg(size: number): Uint8Array {
  const data = randomBytes(size)
  data.set([0xff, 0xd8, 0xff, 0xe0])
  return data
}

/** Pages of text, as many as fit. */
async function pdf(lines: readonly string[]): Promise<MadeFile> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (let at = 0; at < 60_000 && at < lines.length; at += 60) {
    const page = document.addPage([800, 800])
    page.setFont(font)
    page.drawText(lines.slice(at, at + 60).join('\n'), { x: 20, y: 780, size: 8, lineHeight: 12 })
  }
  await document.attach(jpeg(7_000_000), 'filling.jpg', { mimeType: 'image/jpeg' })
  const bytes = await document.save()
  return { name: 'pdf', bytes, unpacked_bytes: bytes.length }
}
