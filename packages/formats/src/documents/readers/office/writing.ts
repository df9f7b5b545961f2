import type { Sink } from '../../sink.ts'
import { walkXml } from '../xml.ts'
import { colourOf, isInvisibleOn, WHITE } from '../css.ts'
import type { Parts } from './office.ts'

/** Half points: text of one point or less is unreadable. */
const TINY_HALF_POINTS = 3

/** WordprocessingML: ECMA-376 part 1, clause 17. */
export async function readWriting(parts: Parts, sink: Sink): Promise<number | undefined> {
  readStory((await parts.take('word/document.xml')) ?? '', sink)
  for (const name of parts.matching(/^word\/(?:header|footer|footnotes|endnotes)\d*\.xml$/)) {
    sink.text('\n')
    readStory((await parts.take(name)) ?? '', sink)
  }
  for (const name of parts.matching(/^word\/comments\w*\.xml$/)) {
    readStory((await parts.take(name)) ?? '', sink, 'comments')
  }
  return undefined
}

const TEXTS: ReadonlySet<string> = new Set(['w:t', 'w:delText', 'w:instrText', 'a:t', 'm:t'])

/** Positions and sizes of drawings, which are text of elements. */
const LAYOUT_VALUE = /^\s*(?:-?\d{1,12}|left|right|center|inside|outside|top|bottom)\s*$/

/** Properties of the current run. */
interface Run {
  hiding: string | undefined
  white: boolean
  shaded: boolean
}

/** @param place set when the entire text is hidden */
function readStory(xml: string, sink: Sink, place?: string): void {
  let run: Run = { hiding: undefined, white: false, shaded: false }
  let inText = false
  let deleted = 0
  const put = (text: string): void => {
    const reason =
      place ??
      (deleted > 0 ? 'deleted text' : undefined) ??
      run.hiding ??
      (run.white && !run.shaded ? 'white text' : undefined)
    if (reason === undefined) sink.text(text)
    else sink.hiddenRun(reason, text)
  }
  let buffer = ''
  const flush = (): void => {
    if (buffer !== '') put(buffer)
    buffer = ''
  }
  walkXml(xml, {
    open(name, attributes) {
      const value = attributes['w:val'] ?? ''
      if (name === 'w:r') run = { hiding: undefined, white: false, shaded: false }
      else if (TEXTS.has(name)) inText = true
      else if (name === 'w:del' || name === 'w:moveFrom') deleted += 1
      else if (name === 'w:tab') buffer += '\t'
      else if (name === 'w:br' || name === 'w:cr') buffer += '\n'
      else if (name === 'w:vanish' || name === 'w:webHidden' || name === 'w:specVanish') {
        if (!/^(?:0|false|off)$/.test(value)) run.hiding = 'text marked hidden'
      } else if (name === 'w:color') run.white = isWhite(value)
      else if (name === 'w:sz' && Number(value) <= TINY_HALF_POINTS) run.hiding ??= 'tiny text'
      else if (name === 'w:highlight' || name === 'w:shd') run.shaded = !isWhite(attributes['w:fill'] ?? value)
      else if (name === 'wp:docPr' || name === 'pic:cNvPr') {
        sink.hidden('alternative texts', `${attributes['title'] ?? ''} ${attributes['descr'] ?? ''}`)
      }
    },
    text(text) {
      if (inText) buffer += text
      else if (text.trim() !== '' && !LAYOUT_VALUE.test(text)) sink.hiddenRun('text outside runs', text)
    },
    close(name) {
      if (name === 'w:instrText') {
        inText = false
        sink.hidden('field codes', buffer)
        buffer = ''
      } else if (TEXTS.has(name)) {
        inText = false
        flush()
      } else if (name === 'w:del' || name === 'w:moveFrom') deleted -= 1
      else if (name === 'w:p' || name === 'w:tr') {
        flush()
        if (place === undefined) sink.text('\n')
        else sink.endLine()
      } else if (/(?:^|:)p$/.test(name)) sink.endLine()
      else if (name === 'w:tc' && place === undefined) sink.text('\t')
    },
    comment: (text) => sink.hidden('comments in the markup', text),
  })
}

function isWhite(value: string): boolean {
  const colour = colourOf(/^[0-9a-f]{6}$/i.test(value) ? `#${value}` : value)
  return colour !== undefined && colour !== 'transparent' && isInvisibleOn(colour, WHITE)
}
