import { strToU8, zipSync } from 'fflate'
import { PDFDocument, rgb, StandardFonts } from 'pdf-lib'

/** Small documents with one sentence. */

type Files = Readonly<Record<string, string | Uint8Array>>

export function zip(files: Files): Uint8Array {
  return zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, content]) => [name, typeof content === 'string' ? strToU8(content) : content]),
    ),
  )
}

const TYPES = { '[Content_Types].xml': '<Types/>' }

export function docx(text: string, more: Files = {}): Uint8Array {
  const body = `<w:document><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`
  return zip({ ...TYPES, 'word/document.xml': body, ...more })
}

export function xlsx(text: string): Uint8Array {
  return zip({
    ...TYPES,
    'xl/workbook.xml': '<workbook><sheets><sheet name="One" sheetId="1" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row></sheetData></worksheet>`,
  })
}

export function pptx(text: string): Uint8Array {
  const slide = `<p:sld><p:sp><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sp></p:sld>`
  return zip({ ...TYPES, 'ppt/presentation.xml': '<p:presentation/>', 'ppt/slides/slide1.xml': slide })
}

export function odt(text: string): Uint8Array {
  return zipSync(
    {
      mimetype: strToU8('application/vnd.oasis.opendocument.text'),
      'content.xml': strToU8(
        `<office:document-content><office:body><text:p>${text}</text:p></office:body></office:document-content>`,
      ),
    },
    { level: 0 },
  )
}

export function mail(text: string): Uint8Array {
  return strToU8(`From: ann@example.com\r\nTo: bob@example.com\r\nSubject: Hello\r\n\r\n${text}\r\n`)
}

export async function pdf(
  text: string,
  { white, title }: { white?: string; title?: string } = {},
): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  if (title !== undefined) document.setTitle(title)
  const page = document.addPage([600, 400])
  page.setFont(await document.embedFont(StandardFonts.Helvetica))
  page.drawText(text, { x: 20, y: 350, size: 12 })
  if (white !== undefined) page.drawText(white, { x: 20, y: 300, size: 12, color: rgb(1, 1, 1) })
  return document.save({ useObjectStreams: false })
}
