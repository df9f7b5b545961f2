import type { ReadPart } from '../reader.ts'
import type { ZipEntry } from '../archive/zip-entries.ts'
import type { Sink } from '../sink.ts'
import { decodeText } from '../decode.ts'
import { sniff } from '../sniff.ts'
import { walkXml } from './xml.ts'

/** Parts with pictures, sounds and fonts: they contain no readable text and are frequent. */
const MEDIA =
  /\.(?:png|jpe?g|gif|bmp|tiff?|emf|wmf|svgz|ico|webp|wdp|mp[34]|m4[av]|wav|avi|mov|wmv|odttf|ttf|otf|fntdata)$/i

/** Parts with macros in either family of formats. */
const MACROS =
  /(?:^|\/)(?:vbaProject\w{0,20}\.bin|vbaData\.xml)$|^Basic\/.{1,200}\.xml$|^Scripts\/.{1,200}\.\w+$|xl\/macrosheets\//i

/** Declarations that a format does not allow: a document type in Office Open XML, entities in either family. */
export const DOCUMENT_TYPE = /<!(?:DOCTYPE|ENTITY)[^>]{0,10000}>?/gi
export const ENTITIES = /<!ENTITY[^>]{0,10000}>?/gi

/**
 * Reads a part as text. Entities are not expanded; their declarations are reported as hidden text.
 * @param refused declarations that mark the document as damaged
 */
export async function partText(
  entry: ZipEntry | undefined,
  sink: Sink,
  path: string,
  refused: RegExp = ENTITIES,
): Promise<string | undefined> {
  const data = await entry?.read()
  if (data === undefined) return undefined
  const { text } = decodeText(data)
  const start = text.trimStart()
  // OpenDocument encrypts its parts in place, which is a separate problem.
  const isXml = refused !== DOCUMENT_TYPE || start === '' || start.startsWith('<')
  if (!isXml) sink.problem('damaged', 'A part of the document is not XML.', path)
  const declarations = text.match(refused)
  if (declarations !== null) {
    sink.problem('damaged', 'A part of the document declares a document type or entities.', path)
    for (const declaration of declarations) sink.hidden('declarations', declaration)
  }
  return text
}

/**
 * Reads the parts that no format reader has read: macros are reported, text of XML is reported as hidden, media are counted, and other
 * parts are read as documents.
 */
export async function readUnclaimedParts(
  entries: readonly ZipEntry[],
  path: string,
  sink: Sink,
  readPart: ReadPart,
  refused?: RegExp,
): Promise<void> {
  let media = 0
  for (const entry of entries) {
    const { name } = entry
    if (MACROS.test(name))
      sink.problem('macros', 'The document contains macros. The text was screened; the macros were not.', path)
    if (/(?:^|\/)vbaProject\w{0,20}\.bin$/i.test(name)) continue
    if (/\.(?:xml|rels|vml)$/i.test(name)) {
      const xml = await partText(entry, sink, path, refused)
      if (xml !== undefined) readLeftover(xml, name, sink)
    } else if (MEDIA.test(name) && isMedia(entry)) media += 1
    else {
      const data = await entry.read()
      if (data !== undefined && data.length > 0 && !isSettings(name)) await readPart(name, data)
    }
  }
  if (media > 0)
    sink.note(
      `The document contains ${media} ${media === 1 ? 'picture' : 'pictures'} or other media, which were not screened.`,
    )
}

/** Returns whether the content matches its media file extension. Text or documents with an image extension are still read. */
function isMedia(entry: ZipEntry): boolean {
  const head = entry.head()
  return head === undefined || head.length === 0 || sniff(head).kind === 'unsupported'
}

/** Printer settings, thumbnails and the like: bytes of programs, not of authors. */
function isSettings(name: string): boolean {
  return /printerSettings\d*\.bin$|^mimetype$|^Thumbnails\/|^layout-cache$|manifest\.rdf$|^_rels\//i.test(name)
}

/** Reads the text of an undisplayed part, and external addresses that it references. */
function readLeftover(xml: string, name: string, sink: Sink): void {
  walkXml(xml, {
    open(element, attributes) {
      if (element === 'Relationship' && attributes['TargetMode'] === 'External') {
        const kind = attributes['Type']?.split('/').at(-1) ?? 'link'
        if (kind !== 'hyperlink')
          sink.note(`The document loads external content (${kind.slice(0, 40)}) when it is opened.`)
        sink.hidden('external addresses', attributes['Target'] ?? '')
      }
      for (const key of ['descr', 'title', 'alt']) {
        if (attributes[key] !== undefined) sink.hidden('alternative texts', attributes[key])
      }
    },
    text(text) {
      sink.hiddenRun(name, text)
    },
    close(element) {
      // Paragraph elements of these formats; runs in a paragraph may split a word.
      if (/(?:^|:)(?:p|h|si|row|comment|v)$/.test(element)) sink.endLine()
    },
    comment: (text) => sink.hidden('comments in the markup', text),
  })
}
