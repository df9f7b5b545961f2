import type { ZipEntry } from '../archive/zip-entries.ts'
import type { Outcome, Place, ReadPart } from '../reader.ts'
import type { Sink } from '../sink.ts'
import { colourOf, isInvisibleOn, WHITE } from './css.ts'
import { partText, readUnclaimedParts } from './package-parts.ts'
import { walkXml } from './xml.ts'

/** OpenDocument text, sheets and slides: OASIS OpenDocument 1.3, part 3. */
export async function readOpenDocument(
  entries: readonly ZipEntry[],
  sink: Sink,
  place: Place,
  readPart: ReadPart,
): Promise<Outcome> {
  const left = new Map(entries.map((entry) => [entry.name, entry]))
  const take = async (name: string): Promise<string> => {
    const text = await partText(left.get(name), sink, place.path)
    left.delete(name)
    return text ?? ''
  }
  const mime = (await take('mimetype')).trim()
  if ((await take('META-INF/manifest.xml')).includes('encryption-data')) {
    sink.problem('encrypted', 'The document is encrypted.', place.path)
    return { kind: 'odf' }
  }
  readContent(await take('content.xml'), sink)
  walkXml(await take('meta.xml'), { text: (text) => sink.hidden('document properties', text) })
  await readUnclaimedParts([...left.values()], place.path, sink, readPart)
  const isKnown = /^application\/vnd\.oasis\.opendocument\.[a-z-]{1,40}$/.test(mime)
  return { kind: 'odf', ...(isKnown ? { mime_type: mime } : {}) }
}

/** Elements whose text is not displayed in the document. */
const UNSEEN: Readonly<Record<string, string>> = {
  'office:annotation': 'comments',
  'text:tracked-changes': 'deleted text',
  'text:hidden-text': 'text marked hidden',
  'text:hidden-paragraph': 'text marked hidden',
  'presentation:notes': 'notes',
  'office:scripts': 'scripts',
  'svg:title': 'alternative texts',
  'svg:desc': 'alternative texts',
}

const LINES = new Set(['text:p', 'text:h', 'text:line-break', 'table:table-row', 'text:list-item'])

function readContent(xml: string, sink: Sink): void {
  /** Hiding method by style name. */
  const hiding = new Map<string, string>()
  const open: (string | undefined)[] = [undefined]
  let style = ''
  let inBody = false
  walkXml(
    xml,
    {
      open(name, attributes) {
        if (name === 'office:body') inBody = true
        if (name === 'style:style') style = attributes['style:name'] ?? ''
        else if (name.startsWith('style:')) {
          const reason = hidingStyle(attributes)
          if (reason !== undefined) hiding.set(style, reason)
        }
        const own =
          UNSEEN[name] ??
          hiding.get(attributes['text:style-name'] ?? attributes['table:style-name'] ?? '\0') ??
          (attributes['text:display'] === 'none' || attributes['table:display'] === 'false'
            ? 'text marked hidden'
            : undefined) ??
          (/^(?:collapse|filter)$/.test(attributes['table:visibility'] ?? '') ? 'hidden rows and columns' : undefined)
        const value = attributes['text:string-value'] ?? attributes['office:string-value']
        if (value !== undefined) sink.hidden('stored values', value)
        if (attributes['table:formula'] !== undefined) sink.hidden('formulas', attributes['table:formula'])
        if (name === 'text:tab' || name === 'text:s') sink.text(' ')
        open.push(open.at(-1) ?? own)
      },
      text(text) {
        const reason = open.at(-1)
        if (reason !== undefined) sink.hiddenRun(reason, text)
        else if (inBody) sink.text(text)
        else if (text.trim() !== '') sink.hidden('text outside the body', text)
      },
      close(name) {
        open.pop()
        if (LINES.has(name)) sink.text('\n')
        else if (name === 'table:table-cell') sink.text('\t')
      },
      comment: (text) => sink.hidden('comments in the markup', text),
    },
    () => sink.full,
  )
}

function hidingStyle(attributes: Readonly<Record<string, string>>): string | undefined {
  if (attributes['text:display'] === 'none' || attributes['table:display'] === 'false') return 'text marked hidden'
  const size = /^(\d{1,4}(?:\.\d{1,4})?)pt$/.exec(attributes['fo:font-size'] ?? '')?.[1]
  if (size !== undefined && Number(size) <= 1.5) return 'tiny text'
  const colour = colourOf(attributes['fo:color'] ?? '')
  const isWhite = colour !== undefined && colour !== 'transparent' && isInvisibleOn(colour, WHITE)
  return isWhite && attributes['fo:background-color'] === undefined ? 'white text' : undefined
}
