import { type DocumentKind, type Extraction, nothingBut } from './extraction.ts'
import { CONTAINER_DEPTH_MAX } from './limits.ts'
import { readBinary } from './readers/binary.ts'
import { readHtml } from './readers/html.ts'
import { readMail } from './readers/mail.ts'
import { readPdf } from './readers/pdf/pdf.ts'
import { readJson, readPlain } from './readers/plain.ts'
import { readXml } from './readers/xml.ts'
import { readZip } from './readers/zip.ts'
import { secondTypes, sniff } from './sniff.ts'
import { createSink, type Sink } from './sink.ts'
import { typeOf } from './types.ts'
import type { Place, ReadPart, Outcome } from './reader.ts'

type Reader = (bytes: Uint8Array, sink: Sink, place: Place, readPart: ReadPart) => Outcome | Promise<Outcome>

/**
 * Extracts a document in the current thread. Never throws: failures are problems in the result. Stored and inflated data is bounded, time
 * is not; `createExtractor` adds a timeout.
 */
export async function extract(bytes: Uint8Array): Promise<Extraction> {
  const type = sniff(bytes)
  const { sink, result } = createSink()
  try {
    const outcome = await readAs(type.kind, bytes, sink, { path: '', depth: 0 })
    const { pages, kind = type.kind } = outcome ?? {}
    const mime_type = outcome?.mime_type ?? (kind === type.kind ? type.mime_type : typeOf(kind).mime_type)
    if (type.kind === 'unsupported') {
      sink.problem('unsupported_type', `Files of type ${type.mime_type} are not supported.`)
    }
    return { kind, mime_type, ...(pages === undefined ? {} : { pages }), ...result() }
  } catch {
    // Readers handle expected errors; a defect of a reader must not look like an empty document either.
    return nothingBut({ code: 'failed', message: 'The file is not readable.', where: '' }, type)
  }
}

async function readAs(kind: DocumentKind, bytes: Uint8Array, sink: Sink, place: Place): Promise<Outcome> {
  const outcome = await guarded(kind, bytes, sink, place)
  for (const other of secondTypes(bytes, kind)) {
    sink.problem('polyglot', `The file is both ${kind} and ${other}; it was read as both.`, place.path)
    sink.text('\n')
    await guarded(other, bytes, sink, place)
  }
  return outcome
}

/** An exception of a reader means a damaged file; earlier output is kept. Library error messages are not returned to callers. */
async function guarded(kind: DocumentKind, bytes: Uint8Array, sink: Sink, place: Place): Promise<Outcome> {
  const readPart: ReadPart = async (name, part) => {
    const path = place.path === '' ? name : `${place.path}/${name}`
    if (place.depth >= CONTAINER_DEPTH_MAX) {
      sink.problem('decompression_bomb', `Files are nested deeper than ${CONTAINER_DEPTH_MAX} levels.`, path)
      return
    }
    const type = sniff(part)
    if (type.kind === 'unsupported') {
      sink.problem('unsupported_type', `An embedded file of type ${type.mime_type} cannot be read.`, path)
    }
    await readAs(type.kind, part, sink, { path, depth: place.depth + 1 })
  }
  try {
    return await READERS[kind](bytes, sink, place, readPart)
  } catch {
    sink.problem('damaged', 'The file is corrupt or truncated.', place.path)
  }
}

const READERS: Readonly<Record<DocumentKind, Reader>> = {
  text: readPlain,
  markdown: readPlain,
  csv: readPlain,
  source: readPlain,
  json: readJson,
  xml: readXml,
  html: readHtml,
  pdf: readPdf,
  docx: readZip,
  xlsx: readZip,
  pptx: readZip,
  odf: readZip,
  zip: readZip,
  eml: readMail,
  unsupported: readBinary,
}
