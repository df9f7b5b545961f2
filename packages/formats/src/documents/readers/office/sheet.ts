import type { Sink } from '../../sink.ts'
import { walkXml } from '../xml.ts'

export interface SheetContext {
  readonly strings: readonly string[]
  /** Set to 1 at the index of each shared string that a cell displays. */
  readonly used: Uint8Array
  /** Cell styles that show nothing. */
  readonly unseenStyles: ReadonlySet<number>
}

/** Maximum number of columns in a sheet. ECMA-376 part 1, 18.3.1.73 and Excel's own limit. */
const COLUMNS_MAX = 16_384

/** @param place set when the entire sheet is hidden */
export function readSheet(xml: string, context: SheetContext, sink: Sink, place: string | undefined): void {
  const hiddenColumns = new Set<number>()
  let rowHidden = false
  let cell = { type: '', style: 0, column: '' }
  let element = ''
  let value = ''
  const put = (text: string): void => {
    const why =
      place ??
      (rowHidden || hiddenColumns.has(columnNumber(cell.column)) ? 'hidden rows and columns' : undefined) ??
      (context.unseenStyles.has(cell.style) ? 'cells that display nothing' : undefined)
    if (why === undefined) sink.text(`${text}\t`)
    else sink.hidden(why, text)
  }
  walkXml(
    xml,
    {
      open(name, attributes) {
        element = name
        value = ''
        if (name === 'row') rowHidden = isTrue(attributes['hidden'])
        else if (name === 'c') {
          cell = { type: attributes['t'] ?? '', style: Number(attributes['s'] ?? 0), column: attributes['r'] ?? '' }
        } else if (name === 'col' && isTrue(attributes['hidden'])) {
          const last = Math.min(Number(attributes['max']), COLUMNS_MAX)
          // Columns are listed once; repeated lists would only cost time.
          const first = hiddenColumns.size < COLUMNS_MAX ? Number(attributes['min']) : Number.NaN
          for (let at = Math.max(first, 1); at <= last; at += 1) hiddenColumns.add(at)
        }
      },
      text(text) {
        if (element === 'v' || element === 't') value += text
        else if (element === 'f') sink.hidden('formulas', text)
        else if (text.trim() !== '') sink.hidden('headers, footers and rules', text)
      },
      close(name) {
        if (name === 'v') put(cell.type === 's' ? shared(value, context) : value)
        else if (name === 't') put(value)
        else if (name === 'row' && place === undefined) sink.text('\n')
        element = ''
      },
      comment: (text) => sink.hidden('comments in the markup', text),
    },
    () => sink.full,
  )
}

function shared(index: string, { strings, used }: SheetContext): string {
  const at = Number(index)
  if (strings[at] === undefined) return ''
  used[at] = 1
  return strings[at]
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true'
}

/** `AB12` is in column 28. */
function columnNumber(reference: string): number {
  let number = 0
  for (const letter of reference.slice(0, 3)) {
    const code = letter.charCodeAt(0) - 64
    if (code < 1 || code > 26) break
    number = number * 26 + code
  }
  return number
}
