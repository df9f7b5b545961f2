import { strToU8, zipSync, type Zippable } from 'fflate'
import { PDFDocument, type PDFPage, StandardFonts } from 'pdf-lib'

/** Files of a ZIP by name; texts as UTF-8. */
export type Files = Readonly<Record<string, string | Uint8Array>>

export function zip(files: Files, level: 0 | 6 | 9 = 6): Uint8Array {
  const packed: Zippable = {}
  for (const [name, content] of Object.entries(files)) {
    packed[name] = [typeof content === 'string' ? strToU8(content) : content, { level }]
  }
  return zipSync(packed)
}

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'

/** A Word document around the XML of its body. */
export function docx(body: string, more: Files = {}): Uint8Array {
  return zip({
    '[Content_Types].xml':
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    '_rels/.rels': '<Relationships/>',
    'word/document.xml': `<?xml version="1.0"?><w:document ${W}><w:body>${body}</w:body></w:document>`,
    ...more,
  })
}

/** Returns a paragraph with one run. */
export function run(text: string, properties = ''): string {
  return `<w:p><w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`
}

export function xlsx(
  sheets: Readonly<Record<string, string>>,
  strings: readonly string[],
  more: Files = {},
): Uint8Array {
  const names = Object.keys(sheets)
  const list = names.map((name, at) => {
    const state = name.startsWith('hidden') ? ' state="veryHidden"' : ''
    return `<sheet name="${name}" sheetId="${at + 1}"${state} r:id="rId${at + 1}"/>`
  })
  const relations = names.map((_name, at) => `<Relationship Id="rId${at + 1}" Target="worksheets/sheet${at + 1}.xml"/>`)
  return zip({
    '[Content_Types].xml': '<Types><Override PartName="/xl/workbook.xml"/></Types>',
    'xl/workbook.xml': `<workbook><sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relations.join('')}</Relationships>`,
    'xl/sharedStrings.xml': `<sst>${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    ...Object.fromEntries(
      Object.values(sheets).map((rows, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `<worksheet><cols><col min="3" max="3" hidden="1"/></cols><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
    ...more,
  })
}

export function pptx(slides: readonly string[], more: Files = {}): Uint8Array {
  return zip({
    '[Content_Types].xml': '<Types/>',
    'ppt/presentation.xml': '<p:presentation/>',
    ...Object.fromEntries(slides.map((xml, at) => [`ppt/slides/slide${at + 1}.xml`, xml])),
    ...more,
  })
}

export function slide(text: string, attributes = ''): string {
  return `<p:sld xmlns:p="p" ${attributes}><p:cSld><p:sp><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp></p:cSld></p:sld>`
}

export function odt(content: string, more: Files = {}): Uint8Array {
  return zip(
    {
      mimetype: 'application/vnd.oasis.opendocument.text',
      'content.xml': `<office:document-content>${content}</office:document-content>`,
      'META-INF/manifest.xml': '<manifest:manifest/>',
      ...more,
    },
    0,
  )
}

/** Returns a PDF with one page that `draw` paints. */
export async function pdf(draw: (page: PDFPage, document: PDFDocument) => unknown): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const page = document.addPage([400, 400])
  page.setFont(await document.embedFont(StandardFonts.Helvetica))
  page.setFontSize(12)
  await draw(page, document)
  return document.save({ useObjectStreams: false })
}

/** Returns a message with one attachment. */
export function mail(text: string, html: string, attachment: { name: string; bytes: Uint8Array }): string {
  const lines = [
    'From: Ann <ann@example.com>',
    'To: Bob <bob@example.com>',
    'Subject: =?utf-8?B?SGVsbG8gd8O2cmxk?=',
    'X-Secret-Note: read me',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="outer"',
    '',
    '--outer',
    'Content-Type: multipart/alternative; boundary="inner"',
    '',
    '--inner',
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
    '--inner',
    'Content-Type: text/html; charset=utf-8',
    '',
    html,
    '--inner--',
    '--outer',
    `Content-Type: application/octet-stream; name="${attachment.name}"`,
    `Content-Disposition: attachment; filename="${attachment.name}"`,
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(attachment.bytes).toString('base64').replace(/.{76}/g, '$&\r\n'),
    '--outer--',
    '',
  ]
  return lines.join('\r\n')
}

export const utf8 = (text: string): Uint8Array => strToU8(text)
