import type { Outcome, Place, ReadPart } from '../reader.ts'
import { zipEntries, type ZipEntry } from '../archive/zip-entries.ts'
import type { Sink } from '../sink.ts'
import { readOffice } from './office/office.ts'
import { readOpenDocument } from './open-document.ts'

/** Reads ZIP and ZIP-based formats: the entries determine the format, regardless of the first bytes. */
export async function readZip(bytes: Uint8Array, sink: Sink, place: Place, readPart: ReadPart): Promise<Outcome> {
  const entries = await zipEntries(bytes, sink, place.path)
  const names = new Set(entries.map(({ name }) => name))
  const isDocument = names.has('[Content_Types].xml') || (names.has('mimetype') && names.has('content.xml'))
  if (isDocument && entries.some(({ isRepeated }) => isRepeated)) {
    sink.problem(
      'polyglot',
      'Two parts of the document have the same name, so programs can read different ones.',
      place.path,
    )
  }
  if (names.has('[Content_Types].xml')) {
    const office = await readOffice(entries, sink, place, readPart)
    if (office !== undefined) return office
  } else if (isDocument) {
    return readOpenDocument(entries, sink, place, readPart)
  }
  await readFiles(entries, sink, readPart)
  return { kind: 'zip', mime_type: 'application/zip' }
}

async function readFiles(entries: readonly ZipEntry[], sink: Sink, readPart: ReadPart): Promise<void> {
  for (const entry of entries) {
    // Programs that list the archive read the names, models included.
    sink.text(`${entry.name}\n`)
    const data = await entry.read()
    if (data !== undefined) await readPart(entry.name, data)
    sink.text('\n\n')
  }
}
