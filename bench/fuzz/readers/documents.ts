import { extract } from '../../../packages/formats/src/documents/extract.ts'
import { docx, mail, odt, pdf, pptx, run, slide, utf8, xlsx, zip } from '../../../packages/formats/test/build.ts'
import { SseParser } from '@gatehouse/formats'
import type { FuzzReader } from '../reader.ts'

/** The visible and the hidden text have bounds of their own, 1,000,000 and 150,000 characters; problems are short. */
const TEXT_MAX = 1_300_000

const CELLS = '<row r="1"><c t="s"><v>0</v></c><c t="inlineStr"><is><t>two</t></is></c><c><f>A1</f><v>3</v></c></row>'
const HTML = `<!doctype html><html><head><style>.a{display:none}</style><script>let a = 1</script></head><body><p class="a" style="font-size:0">hidden</p><table><tr><td>one</td></tr></table><!-- note --><a href="https://example.com" title="t">link</a></body></html>`
const MAIL = mail('text', '<b>html</b>', { name: 'a.docx', bytes: docx(run('within')) })
const ODF = '<office:body><office:text><text:p>one<text:s text:c="3"/>two</text:p></office:text></office:body>'

function documentReader(
  name: string,
  samples: FuzzReader['samples'],
  more: Pick<FuzzReader, 'parts' | 'wrap'> = {},
): FuzzReader {
  return {
    name,
    samples,
    ...more,
    outputMax: TEXT_MAX,
    async read(bytes) {
      const { text, hidden, problems } = await extract(bytes)
      // A defect of a reader ends the run.
      const defect = problems.find(({ code }) => code === 'failed')
      if (defect !== undefined) throw new Error(`${defect.message} ${defect.where}`)
      return text.length + hidden.reduce((sum, hiddenText) => sum + hiddenText.text.length, 0)
    },
  }
}

export const DOCUMENT_READERS: readonly FuzzReader[] = [
  documentReader('pdf', async () => [
    await pdf((page) => page.drawText('one two', { x: 20, y: 300 })),
    await pdf((page, document) => {
      document.setTitle('title')
      document.addJavaScript('main', 'app.alert(1)')
      page.drawText('three', { x: 20, y: 300, opacity: 0 })
    }),
  ]),
  documentReader('docx', () => [docx(run('one') + run('two', '<w:vanish/>'), { 'word/comments.xml': run('c') })], {
    parts: () => [utf8(run('one') + run('two', '<w:vanish/>'))],
    wrap: (part) => docx(part.toString('latin1')),
  }),
  documentReader('xlsx', () => [xlsx({ one: CELLS, hidden: CELLS }, ['a', 'b'])], {
    parts: () => [utf8(CELLS)],
    wrap: (part) => xlsx({ one: part.toString('latin1') }, ['a', 'b']),
  }),
  documentReader('pptx', () => [pptx([slide('one'), slide('two', 'show="0"')])], {
    parts: () => [utf8(slide('one'))],
    wrap: (part) => pptx([part.toString('latin1')]),
  }),
  documentReader('odt', () => [odt(ODF)], {
    parts: () => [utf8(ODF)],
    wrap: (part) => odt(part.toString('latin1')),
  }),
  documentReader('eml', () => [utf8(MAIL)]),
  documentReader('html', () => [utf8(HTML)]),
  documentReader('xml', () => [utf8('<?xml version="1.0"?><a b="c"><d>text</d><!-- e --><![CDATA[f]]></a>')]),
  documentReader('csv', () => [utf8('name,value\n"a, b",1\n=cmd(),2\n'), utf8('a;b\r\n"c""d";2\r\n')]),
  documentReader('json', () => [
    utf8('{"cells":[{"cell_type":"code","source":["import os\\n"],"outputs":[]}],"nbformat":4}'),
  ]),
  documentReader('text', () => [utf8('plain text\nof two lines\n'), Buffer.from('\ufeffutf sixteen', 'utf16le')]),
  documentReader('zip', () => [zip({ 'a.txt': 'one', 'b/c.html': HTML, 'd.zip': zip({ 'e.txt': 'two' }) })], {
    parts: () => [zip({ 'e.txt': 'two' })],
    wrap: (part) => zip({ 'd.zip': part }),
  }),
  {
    name: 'sse',
    samples: () => [utf8('event: a\nid: 1\ndata: {"b":1}\n\ndata: c\ndata: d\n\n: comment\n\n')],
    outputMax: 512 * 1024,
    read(bytes) {
      const parser = new SseParser()
      let units = 0
      for (let at = 0; at < bytes.length; at += 997) {
        for (const { data } of parser.push(bytes.subarray(at, at + 997))) units += data.length
      }
      return units
    },
  },
]
