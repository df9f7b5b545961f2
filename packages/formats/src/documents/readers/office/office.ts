import type { ZipEntry } from '../../archive/zip-entries.ts'
import type { DocumentKind } from '../../extraction.ts'
import type { Outcome, Place, ReadPart } from '../../reader.ts'
import type { Sink } from '../../sink.ts'
import { MIME_OF } from '../../types.ts'
import { DOCUMENT_TYPE, partText, readUnclaimedParts } from '../package-parts.ts'
import { walkXml } from '../xml.ts'
import { readPresentation } from './presentation.ts'
import { readWorkbook } from './workbook.ts'
import { readWriting } from './writing.ts'

/** Parts of an Office document by name; a reader removes those that it has read. */
export interface Parts {
  /** Removes a part and returns its text. */
  take(name: string): Promise<string | undefined>
  /** Names that match, in the order of their numbers. */
  matching(pattern: RegExp): string[]
}

/** Reads Office Open XML (ECMA-376). @returns undefined for an unknown package type */
export async function readOffice(
  entries: readonly ZipEntry[],
  sink: Sink,
  place: Place,
  readPart: ReadPart,
): Promise<Outcome | undefined> {
  const left = new Map(entries.map((entry) => [entry.name, entry]))
  const kind = kindOf(left)
  if (kind === undefined) return undefined
  const parts = partsOf(left, sink, place.path)
  const types = (await parts.take('[Content_Types].xml')) ?? ''
  if (types.includes('macroEnabled')) {
    sink.problem('macros', 'The document contains macros. The text was screened; the macros were not.', place.path)
  }
  for (const name of parts.matching(/^docProps\/[^/]{1,60}\.xml$/)) readProperties((await parts.take(name)) ?? '', sink)
  const pages = await READERS[kind](parts, sink)
  await readUnclaimedParts([...left.values()], place.path, sink, readPart, DOCUMENT_TYPE)
  return { kind, mime_type: MIME_OF[kind], ...(pages === undefined ? {} : { pages }) }
}

type OfficeKind = Extract<DocumentKind, 'docx' | 'xlsx' | 'pptx'>

const READERS: Readonly<Record<OfficeKind, (parts: Parts, sink: Sink) => Promise<number | undefined>>> = {
  docx: readWriting,
  xlsx: readWorkbook,
  pptx: readPresentation,
}

function kindOf(names: ReadonlyMap<string, ZipEntry>): OfficeKind | undefined {
  if (names.has('word/document.xml')) return 'docx'
  if (names.has('xl/workbook.xml')) return 'xlsx'
  return names.has('ppt/presentation.xml') ? 'pptx' : undefined
}

function partsOf(left: Map<string, ZipEntry>, sink: Sink, path: string): Parts {
  return {
    async take(name) {
      const entry = left.get(name)
      left.delete(name)
      return partText(entry, sink, path, DOCUMENT_TYPE)
    },
    matching: (pattern) => [...left.keys()].filter((name) => pattern.test(name)).sort(byNumber),
  }
}

function byNumber(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true })
}

/** Reads title, author, keywords and other document properties. */
function readProperties(xml: string, sink: Sink): void {
  walkXml(xml, { text: (text) => sink.hidden('document properties', text) })
}
