import type { PDFPageProxy } from 'unpdf/pdfjs'
import type { Sink } from '../../sink.ts'
import { type PlacedRun, textByPosition } from './by-position.ts'
import { OUTSIDE, readHiddenRuns } from './hidden-runs.ts'

/** Own limit: hidden runs are also part of the text, except those outside of the page; their copies need not be complete. */
const COPIED_CHARS_MAX = 50_000

export interface PageReading {
  readonly hasText: boolean
  /** Whether the page draws anything. */
  readonly hasMarks: boolean
}

/** Reads text in reading order, hidden text separately, and annotations. */
export async function readPage(page: PDFPageProxy, sink: Sink, copies: { chars: number }): Promise<PageReading> {
  const copy = (reason: string, text: string): void => {
    if (reason !== OUTSIDE) copies.chars += text.length
    if (copies.chars >= COPIED_CHARS_MAX && reason !== OUTSIDE) return
    sink.hiddenRun(reason, text)
  }
  const { items } = await page.getTextContent({ includeMarkedContent: false })
  let hasText = false
  for (const item of items) {
    if (!('str' in item)) continue
    if (item.str.trim() !== '') hasText = true
    sink.text(item.hasEOL ? `${item.str}\n` : item.str)
  }
  sink.text('\n')
  const ordered = textByPosition(items.filter((item) => 'str' in item).map(placed))
  if (ordered !== undefined) copy(BY_POSITION, ordered)
  sink.endLine()
  const hasMarks = await readHiddenRuns(page, copy, () => sink.endLine())
  await readAnnotations(page, sink)
  return { hasText, hasMarks }
}

/** Text whose order on the page differs from its painting order. */
const BY_POSITION = 'text in order of position'

/** Text run of the library. */
interface Item {
  readonly str: string
  readonly transform: readonly unknown[]
  readonly width: number
  readonly height: number
}

function placed({ str: text, transform, width, height }: Item): PlacedRun {
  const [, , , , x, y] = transform.map(Number)
  return { text, x: x ?? 0, y: y ?? 0, width, height }
}

/** Text of a pop-up, a link or a form field. */
const ANNOTATION_TEXTS = ['alternativeText', 'fieldValue', 'defaultFieldValue', 'url', 'unsafeUrl', 'overlaidText']

async function readAnnotations(page: PDFPageProxy, sink: Sink): Promise<void> {
  const annotations = (await page.getAnnotations()) as Record<string, unknown>[]
  for (const annotation of annotations) {
    for (const key of ['contentsObj', 'titleObj', 'richText']) {
      const { str } = (annotation[key] ?? {}) as { str?: unknown }
      if (typeof str === 'string') sink.hidden('annotations', str)
    }
    for (const key of ANNOTATION_TEXTS) {
      const value = annotation[key]
      if (typeof value === 'string') sink.hidden(key.toLowerCase().includes('url') ? 'links' : 'annotations', value)
    }
  }
}
