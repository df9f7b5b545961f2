import type { Sink } from '../../sink.ts'
import { walkXml } from '../xml.ts'
import type { Parts } from './office.ts'

/** PresentationML: ECMA-376 part 1, clause 19. @returns how many slides there are */
export async function readPresentation(parts: Parts, sink: Sink): Promise<number> {
  const slides = parts.matching(/^ppt\/slides\/[^/]{1,60}\.xml$/)
  for (const [index, name] of slides.entries()) {
    const xml = (await parts.take(name)) ?? ''
    const isHidden = /<p:sld\s[^>]{0,2000}\bshow="(?:0|false)"/.test(xml.slice(0, ROOT_CHARS))
    readShapes(xml, sink, isHidden ? `hidden slide ${index + 1}` : undefined)
    sink.text('\n')
  }
  for (const name of parts.matching(/^ppt\/notesSlides\/[^/]{1,60}\.xml$/)) {
    readShapes((await parts.take(name)) ?? '', sink, 'notes')
  }
  for (const name of parts.matching(/^ppt\/comments\/[^/]{1,60}\.xml$/)) {
    readShapes((await parts.take(name)) ?? '', sink, 'comments', ['p:text', 'a:t', 'p188:t'])
  }
  return slides.length
}

/** Own limit for the beginning of a slide that contains its root element. */
const ROOT_CHARS = 8_000

/** Hundredths of a point. */
const TINY_SIZE = 150

/** @param place set when the entire slide is hidden */
function readShapes(xml: string, sink: Sink, place: string | undefined, texts: readonly string[] = ['a:t']): void {
  let inText = false
  let tiny = false
  let concealed = false
  walkXml(xml, {
    open(name, attributes) {
      if (texts.includes(name)) inText = true
      else if (name === 'a:r') tiny = false
      else if (name === 'a:rPr') tiny = attributes['sz'] !== undefined && Number(attributes['sz']) <= TINY_SIZE
      else if (name === 'p:sp') concealed = false
      else if (name === 'p:cNvPr') {
        concealed = /^(?:1|true)$/.test(attributes['hidden'] ?? '')
        sink.hidden('alternative texts', `${attributes['title'] ?? ''} ${attributes['descr'] ?? ''}`)
      }
    },
    text(text) {
      if (!inText) {
        if (text.trim() !== '') sink.hiddenRun('text outside runs', text)
        return
      }
      const reason = place ?? (concealed ? 'hidden shapes' : undefined) ?? (tiny ? 'tiny text' : undefined)
      if (reason === undefined) sink.text(text)
      else sink.hiddenRun(reason, text)
    },
    close(name) {
      if (texts.includes(name)) inText = false
      else if (name === 'a:p') {
        if (place === undefined) sink.text('\n')
        else sink.endLine()
      } else if (/(?:^|:)p$/.test(name)) sink.endLine()
    },
    comment: (text) => sink.hidden('comments in the markup', text),
  })
}
