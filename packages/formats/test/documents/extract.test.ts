import { PDFName, PDFString, rgb, setTextRenderingMode, TextRenderingMode } from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import { extract } from '../../src/documents/extract.ts'
import type { Extraction } from '../../src/index.ts'
import { docx, mail, odt, pdf, pptx, run, slide, utf8, xlsx, zip } from '../build.ts'

/** Returns hidden text by hiding method. */
const hidden = ({ hidden: places }: Extraction): Record<string, string> =>
  Object.fromEntries(places.map(({ where, text }) => [where, text]))

const codes = ({ problems }: Extraction): string[] => problems.map(({ code }) => code)

describe('text', () => {
  const swiss = 'Grüezi 你好 😀'
  test.each([
    ['UTF-8', Buffer.from(swiss)],
    ['UTF-8 with a mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(swiss)])],
    ['UTF-16 LE with a mark', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(swiss, 'utf16le')])],
    ['UTF-16 BE with a mark', Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(swiss, 'utf16le').swap16()])],
  ])('in %s is read', async (_name, bytes) => {
    expect(await extract(bytes)).toMatchObject({ kind: 'text', text: swiss, problems: [] })
  })

  test('in UTF-16 without a mark and in Latin-1 is read', async () => {
    expect((await extract(Buffer.from('Ignore all that', 'utf16le'))).text).toBe('Ignore all that')
    const latin = await extract(Buffer.from('Caf\xe9 cr\xe8me', 'latin1'))
    expect(latin).toMatchObject({ text: 'Café crème', problems: [] })
    expect(latin.notes).toHaveLength(1)
  })

  test('of an empty file is empty', async () => {
    expect(await extract(new Uint8Array())).toMatchObject({ kind: 'text', text: '', problems: [] })
  })

  test('over the limit is truncated and reported', async () => {
    const long = await extract(Buffer.from('word '.repeat(300_000)))
    expect(long.truncated).toBe(true)
    expect(long.text).toHaveLength(1_000_000)
    expect(codes(long)).toEqual(['text_truncated'])
  })
})

describe('HTML', () => {
  test('separates text that is invisible to a reader', async () => {
    const page = await extract(
      utf8(`<!DOCTYPE html><html><head><title>Title</title><meta name="description" content="Meta">
      <style>.gone{display:none} #faint{color:#fefefe} p.small span{font-size:0.5px}</style></head>
      <body bgcolor="white"><p>Seen <b>text</b></p><!-- Comment -->
      <div class="gone">Class <i>inner</i></div><span id="faint">Faint</span><p style="color: rgb(255,255,255)">White</p>
      <p style="background:#000;color:#fff">White on black</p><div hidden>Attribute</div>
      <img alt="Alt" src="x.png"><span style="position:absolute;left:-9999px">Far</span>
      <span style="opacity:0">Clear</span><script>var s = "Script"</script><template>Template</template></body></html>`),
    )
    expect(page.kind).toBe('html')
    expect(page.text).toContain('Seen text')
    expect(page.text).toContain('White on black')
    expect(page.text).not.toMatch(/Comment|Class|inner|Faint|White\n|Attribute|Far|Clear|Script|Template|Alt/)
    expect(hidden(page)).toMatchObject({
      title: 'Title',
      metadata: 'Meta',
      comments: 'Comment',
      'not displayed': 'Class inner\nAttribute',
      'text in the same color as its background': 'Faint\nWhite',
      'alt attributes': 'Alt',
      'outside the page': 'Far',
      'transparent text': 'Clear',
      templates: 'Template',
    })
  })
})

describe('XML and JSON', () => {
  test('entities are never expanded, neither recursive nor external entities', async () => {
    const levels = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('')
    const laughs = await extract(
      utf8(
        `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY l0 "lol">${levels}<!ENTITY x SYSTEM "file:///etc/passwd">]><l>&l9;&x;</l>`,
      ),
    )
    expect(laughs.kind).toBe('xml')
    expect(laughs.text.length + laughs.hidden.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(3_000)
    expect(laughs.text).not.toContain('root:')
    expect(laughs.notes.join()).toContain('not expanded')
  })

  test('escapes in JSON are read', async () => {
    const json = await extract(utf8('{"a": "\\u0069gnore \\"all\\""}'))
    expect(json.kind).toBe('json')
    expect(hidden(json)).toEqual({ 'escaped strings': 'ignore "all"' })
  })
})

describe('Office', () => {
  test('a Word document returns comments, hidden runs, deletions, headers and properties', async () => {
    const document = await extract(
      docx(
        run('Seen') +
          run('Vanished', '<w:vanish/>') +
          run('Not vanished', '<w:vanish w:val="0"/>') +
          run('White', '<w:color w:val="FFFFFF"/>') +
          run('On black', '<w:color w:val="FFFFFF"/><w:shd w:fill="000000"/>') +
          run('Tiny', '<w:sz w:val="2"/>') +
          '<w:p><w:del><w:r><w:delText>Deleted</w:delText></w:r></w:del><w:ins><w:r><w:t>Inserted</w:t></w:r></w:ins></w:p>' +
          '<w:p><w:r><w:instrText>DDEAUTO c:\\\\x</w:instrText></w:r></w:p><wp:docPr descr="Picture"/>',
        {
          'word/header1.xml': `<w:hdr>${run('Header')}</w:hdr>`,
          'word/footnotes.xml': `<w:footnotes>${run('Footnote')}</w:footnotes>`,
          'word/comments.xml': `<w:comments><w:comment>${run('Comment')}</w:comment></w:comments>`,
          'docProps/core.xml': '<cp:coreProperties><dc:title>Property</dc:title></cp:coreProperties>',
          'customXml/item1.xml': '<a>Custom part</a>',
          'word/media/image1.png': Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1'),
        },
      ),
    )
    expect(document).toMatchObject({ kind: 'docx', problems: [] })
    expect(document.text.split(/\s*\n\s*/).filter(Boolean)).toEqual([
      'Seen',
      'Not vanished',
      'On black',
      'Inserted',
      'Footnote',
      'Header',
    ])
    expect(hidden(document)).toEqual({
      'text marked hidden': 'Vanished',
      'white text': 'White',
      'tiny text': 'Tiny',
      'deleted text': 'Deleted',
      'field codes': 'DDEAUTO c:\\\\x',
      'alternative texts': 'Picture',
      comments: 'Comment',
      'document properties': 'Property',
      'customXml/item1.xml': 'Custom part',
    })
  })

  test('a workbook returns hidden sheets, rows, columns, cells, comments and unused strings', async () => {
    const book = await extract(
      xlsx(
        {
          first:
            '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1"><v>42</v></c><c r="C1" t="inlineStr"><is><t>In C</t></is></c></row>' +
            '<row r="2" hidden="1"><c r="A2" t="s"><v>1</v></c></row><row r="3"><c r="A3" s="1" t="s"><v>2</v></c>' +
            '<c r="B3"><f>WEBSERVICE("http://x")</f><v>7</v></c></row>',
          hiddenOne: '<row r="1"><c r="A1" t="s"><v>3</v></c></row>',
        },
        ['Seen', 'Row', 'White', 'Sheet', 'Unused'],
        {
          'xl/styles.xml':
            '<styleSheet><fonts><font/><font><color rgb="FFFFFFFF"/></font></fonts><cellXfs><xf fontId="0"/><xf fontId="1"/></cellXfs></styleSheet>',
          'xl/comments1.xml': '<comments><text><t>Comment</t></text></comments>',
        },
      ),
    )
    expect(book).toMatchObject({ kind: 'xlsx', pages: 2, problems: [] })
    expect(book.text.split(/\s+/).filter(Boolean)).toEqual(['first', 'Seen', '42', '7'])
    expect(hidden(book)).toEqual({
      'hidden rows and columns': 'In C\nRow',
      'cells that display nothing': 'White',
      formulas: 'WEBSERVICE("http://x")',
      'hidden sheet hiddenOne': 'hiddenOne\nSheet',
      'strings that belong to no cell': 'Unused',
      comments: 'Comment',
    })
  })

  test('slides return notes and hidden slides', async () => {
    const slides = await extract(
      pptx([slide('Seen'), slide('Concealed', 'show="0"')], { 'ppt/notesSlides/notesSlide1.xml': slide('Note') }),
    )
    expect(slides).toMatchObject({ kind: 'pptx', pages: 2, problems: [] })
    expect(slides.text.trim()).toBe('Seen')
    expect(hidden(slides)).toEqual({ 'hidden slide 2': 'Concealed', notes: 'Note' })
  })

  test('an OpenDocument text returns comments, changes and hidden styles', async () => {
    const text = await extract(
      odt(
        '<office:automatic-styles><style:style style:name="H"><style:text-properties text:display="none"/></style:style></office:automatic-styles>' +
          '<office:body><text:p>Seen<office:annotation><text:p>Comment</text:p></office:annotation></text:p>' +
          '<text:p><text:span text:style-name="H">Styled</text:span></text:p>' +
          '<text:tracked-changes><text:p>Deleted</text:p></text:tracked-changes></office:body>',
        { 'meta.xml': '<office:meta><dc:title>Property</dc:title></office:meta>' },
      ),
    )
    expect(text).toMatchObject({ kind: 'odf', mime_type: 'application/vnd.oasis.opendocument.text', problems: [] })
    expect(text.text.trim()).toBe('Seen')
    expect(hidden(text)).toEqual({
      comments: 'Comment',
      'text marked hidden': 'Styled',
      'deleted text': 'Deleted',
      'document properties': 'Property',
    })
  })
})

describe('PDF', () => {
  test('returns text, and separately invisible, white, tiny and off-page text and properties', async () => {
    const bytes = await pdf((page, document) => {
      document.setTitle('Property')
      page.drawText('Seen', { x: 20, y: 350 })
      page.drawText('White', { x: 20, y: 300, color: rgb(1, 1, 1) })
      page.drawText('Tiny', { x: 20, y: 250, size: 0.5 })
      page.drawText('Far', { x: 2_000, y: 250 })
      page.pushOperators(setTextRenderingMode(TextRenderingMode.Invisible))
      page.drawText('Unpainted', { x: 20, y: 200 })
      const note = document.context.obj({
        Type: 'Annot',
        Subtype: 'Text',
        Rect: [0, 0, 9, 9],
        Contents: PDFString.of('Note'),
      })
      page.node.set(PDFName.of('Annots'), document.context.obj([document.context.register(note)]))
    })
    const document = await extract(bytes)
    expect(document).toMatchObject({ kind: 'pdf', mime_type: 'application/pdf', pages: 1, problems: [] })
    expect(document.text).toMatch(/^Seen\n/)
    expect(hidden(document)).toMatchObject({
      'white text': 'White',
      'tiny text': 'Tiny',
      'outside the page': 'Far',
      'text that is not rendered': 'Unpainted',
      annotations: 'Note',
      'document properties': expect.stringContaining('Property') as string,
    })
  })

  test('attachments are read and scripts are reported', async () => {
    const bytes = await pdf(async (page, document) => {
      page.drawText('Seen', { x: 20, y: 350 })
      await document.attach(docx(run('Attached')), 'inner.docx', { mimeType: 'application/octet-stream' })
      document.addJavaScript('main', 'app.alert("Script")')
    })
    const document = await extract(bytes)
    expect(document.text).toContain('Attached')
    expect(hidden(document)['scripts']).toContain('Script')
    expect(codes(document)).toEqual(['macros'])
  })

  test('image-only pages are reported', async () => {
    const bytes = await pdf((page) => page.drawRectangle({ x: 10, y: 10, width: 50, height: 50 }))
    expect(codes(await extract(bytes))).toEqual(['no_text'])
  })
})

describe('mail and archives', () => {
  test('a message returns headers, both bodies and attachments', async () => {
    const inner = mail('Inner text', '<p>Inner</p>', { name: 'note.txt', bytes: utf8('Deep note') })
    const message = await extract(
      utf8(mail('Plain', '<p>Seen<!-- Comment --></p>', { name: 'a.eml', bytes: utf8(inner) })),
    )
    expect(message).toMatchObject({ kind: 'eml', problems: [] })
    for (const text of ['Hello wörld', 'Plain', 'Seen', 'Inner text', 'Deep note', 'note.txt']) {
      expect(message.text).toContain(text)
    }
    expect(hidden(message)).toMatchObject({
      comments: 'Comment',
      'mail headers': expect.stringContaining('x-secret-note: read me') as string,
    })
  })

  test('an archive returns every document with its name', async () => {
    const archive = await extract(
      zip({
        'a/letter.docx': docx(run('Letter')),
        'page.html': '<html><body>Page<!-- Comment --></body></html>',
        'inner.zip': zip({ 'deep.txt': 'Deep' }),
        'picture.png': Buffer.from('\x89PNG\r\n\x1a\n\0\0\0', 'latin1'),
      }),
    )
    expect(archive.kind).toBe('zip')
    for (const text of ['a/letter.docx', 'Letter', 'Page', 'deep.txt', 'Deep']) expect(archive.text).toContain(text)
    expect(hidden(archive)).toEqual({ comments: 'Comment' })
    expect(archive.problems).toMatchObject([{ code: 'unsupported_type', where: 'picture.png' }])
  })

  test('an archive with Office parts among other files is read in full', async () => {
    const mixed = await extract(
      docx(run('Seen'), { 'readme.txt': 'Stowaway', 'word/embeddings/x.docx': docx(run('Embedded')) }),
    )
    expect(mixed.text).toContain('Stowaway')
    expect(mixed.text).toContain('Embedded')
  })
})
