import { getDocument, type PDFDocumentProxy } from 'unpdf/pdfjs'
import type { Outcome, Place, ReadPart } from '../../reader.ts'
import { PAGES_MAX } from '../../limits.ts'
import type { Sink } from '../../sink.ts'
import { walkXml } from '../xml.ts'
import { readPage } from './page.ts'

/** Own limit for the bytes at the end of a file that must contain its end marker. ISO 32000-1, Annex H, note 18 says 1,024. */
const END_BYTES = 2_048

/** Portable documents: ISO 32000. Scripts do not run, pictures are not decoded, nothing is fetched. */
export async function readPdf(bytes: Uint8Array, sink: Sink, place: Place, readPart: ReadPart): Promise<Outcome> {
  const missing: string[] = []
  const task = getDocument({
    // The library keeps its input.
    data: new Uint8Array(bytes),
    verbosity: 0,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    useWasm: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    enableXfa: false,
    maxImageSize: 1,
    BinaryDataFactory: refusing(missing),
  })
  try {
    const pdf = await task.promise
    if (!Buffer.from(bytes.subarray(-END_BYTES)).includes('%%EOF')) {
      sink.problem(
        'damaged',
        'The end of the file is missing: the file was truncated, or data was appended.',
        place.path,
      )
    }
    await readDocument(pdf, sink, place, readPart)
    if (missing.length > 0) {
      sink.problem('no_text', 'Some text uses an unsupported encoding and may be missing.', place.path)
    }
    return { pages: pdf.numPages }
  } catch (thrown) {
    if (thrown instanceof Error && thrown.name === 'PasswordException') {
      sink.problem('encrypted', 'The document is encrypted.', place.path)
      return undefined
    }
    throw thrown
  } finally {
    await task.destroy()
  }
}

/** Answers every request of the library for data of its own (encodings, fonts, decoders) with a refusal. */
function refusing(missing: string[]): object {
  return class {
    fetch({ kind, filename }: { kind: string; filename: string }): Promise<never> {
      if (/cmap/i.test(kind)) missing.push(filename)
      return Promise.reject(new Error(`no ${kind} found`))
    }
  }
}

async function readDocument(pdf: PDFDocumentProxy, sink: Sink, place: Place, readPart: ReadPart): Promise<void> {
  await readMetadata(pdf, sink)
  let empty = 0
  const copies = { chars: 0 }
  for (let number = 1; number <= Math.min(pdf.numPages, PAGES_MAX) && !sink.full; number += 1) {
    const page = await pdf.getPage(number)
    const { hasText, hasMarks } = await readPage(page, sink, copies)
    if (!hasText && hasMarks) empty += 1
    page.cleanup()
  }
  if (pdf.numPages > PAGES_MAX) sink.problem('text_truncated', `Only ${PAGES_MAX} pages were read.`, place.path)
  if (empty > 0) {
    const pages = empty === 1 ? '1 page shows' : `${empty} pages show`
    sink.problem('no_text', `${pages} pictures or drawings without text were not read.`, place.path)
  }
  await readActions(pdf, sink, place)
  for (const [name, { filename }] of (await pdf.getAttachments()) ?? []) {
    const content = await pdf.getAttachmentContent(name)
    if (!(content instanceof Uint8Array) || !sink.entry()) continue
    sink.spend(content.length)
    sink.hidden('names of attachments', filename)
    await readPart(filename, content)
  }
}

async function readMetadata(pdf: PDFDocumentProxy, sink: Sink): Promise<void> {
  const { info, metadata } = await pdf.getMetadata()
  for (const text of stringsOf(info)) sink.hidden('document properties', text)
  const raw: unknown = metadata?.getRaw()
  if (typeof raw === 'string') walkXml(raw, { text: (text) => sink.hidden('metadata', text) })
  for (const text of stringsOf(await pdf.getOutline())) sink.hidden('bookmarks', text)
}

async function readActions(pdf: PDFDocumentProxy, sink: Sink, place: Place): Promise<void> {
  const [actions, open, fields] = [await pdf.getJSActions(), await pdf.getOpenAction(), await pdf.getFieldObjects()]
  const scripts = [...stringsOf(actions)]
  const inFields = Object.values(fields ?? {}).flat() as { actions?: unknown; value?: unknown }[]
  for (const { actions: own, value } of inFields) {
    scripts.push(...stringsOf(own))
    if (typeof value === 'string') sink.hidden('form fields', value)
  }
  if (JSON.stringify(open ?? null).includes('JavaScript')) scripts.push('')
  if (scripts.length === 0) return
  for (const script of scripts) sink.hidden('scripts', script)
  sink.problem('macros', 'The document contains scripts, which were not run.', place.path)
}

/** Own limit for the depth of outlines and properties. */
const LEVELS_MAX = 50

/** Yields all strings in a value of maps, lists and plain objects. */
export function* stringsOf(value: unknown, level = 0): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null && level < LEVELS_MAX && !ArrayBuffer.isView(value)) {
    const inner = value instanceof Map ? value.values() : Object.values(value)
    for (const item of inner) yield* stringsOf(item, level + 1)
  }
}
