import { walkXml } from '../xml.ts'

/** Numbers of the cell styles that show nothing: a white font without a fill, or the number format `;;;`. */
export function readCellStyles(xml: string): ReadonlySet<number> {
  const whiteFonts = new Set<number>()
  const emptyFormats = new Set<string>()
  const unseen = new Set<number>()
  let section = ''
  let font = -1
  let style = -1
  walkXml(xml, {
    open(name, attributes) {
      if (name === 'fonts' || name === 'cellXfs' || name === 'dxfs' || name === 'cellStyleXfs') section = name
      else if (name === 'numFmt' && attributes['formatCode']?.startsWith(';;;') === true)
        emptyFormats.add(attributes['numFmtId'] ?? '')
      else if (name === 'font' && section === 'fonts') font += 1
      else if (name === 'color' && section === 'fonts') {
        if (/^(?:ff)?ffffff$/i.test(attributes['rgb'] ?? '') || attributes['theme'] === '0') whiteFonts.add(font)
      } else if (name === 'xf' && section === 'cellXfs') {
        style += 1
        const isWhite = whiteFonts.has(Number(attributes['fontId'])) && Number(attributes['fillId'] ?? 0) === 0
        if (isWhite || emptyFormats.has(attributes['numFmtId'] ?? '')) unseen.add(style)
      }
    },
    close(name) {
      if (name === section) section = ''
    },
  })
  return unseen
}
