import { OPS, type PDFPageProxy } from 'unpdf/pdfjs'
import { colourOf, isInvisibleOn, WHITE } from '../css.ts'
import { heightOf, IDENTITY, type Matrix, matrixOf, moved, times } from './matrix.ts'

/** The library excludes text outside of the page, so that it is only available here. */
export const OUTSIDE = 'outside the page'

/** Text rendering mode 3 paints nothing, 7 only clips. ISO 32000-1, 9.3.6. */
const UNPAINTED_MODES = new Set([3, 7])

/** Own limit in points for readable text. */
const TINY_POINTS = 1.5

/** A gap of this many thousandths of the font size is a space. */
const SPACE_THOUSANDTHS = -200

interface GraphicsState {
  mode: number
  /** Size of the font, without any matrix. */
  size: number
  leading: number
  white: boolean
  transparent: boolean
  matrix: Matrix
}

interface TextState {
  /** Start of the line. */
  line: Matrix
  /** Distance of the next glyph along the line. */
  advance: number
}

type Args = readonly unknown[]

/**
 * Interprets the painting operators of a page and reports invisible text runs.
 * @returns whether the page paints anything other than text
 */
export async function readHiddenRuns(
  page: PDFPageProxy,
  found: (reason: string, text: string) => void,
  endLine: () => void,
): Promise<boolean> {
  const { fnArray, argsArray } = await page.getOperatorList()
  const stack: GraphicsState[] = []
  const text: TextState = { line: IDENTITY, advance: 0 }
  let state: GraphicsState = { mode: 0, size: 0, leading: 0, white: false, transparent: false, matrix: IDENTITY }
  let hasMarks = false
  for (const [index, operator] of fnArray.entries()) {
    const args = (argsArray[index] ?? []) as Args
    if (operator === OPS.showText) {
      const run = runOf(args[0], state.size)
      const reason = hiding(state, text, page.view)
      if (reason !== undefined) found(reason, run.text)
      text.advance += run.width
    } else if (operator === OPS.save) stack.push({ ...state })
    else if (operator === OPS.paintFormXObjectBegin) {
      stack.push({ ...state })
      if (args[0] !== null) state.matrix = times(matrixOf(args[0]), state.matrix)
    } else if (operator === OPS.restore || operator === OPS.paintFormXObjectEnd) state = stack.pop() ?? state
    else if (MARKS.has(operator)) hasMarks = true
    else if (operator === OPS.endText) endLine()
    else if (!moveTextPosition(operator, args, state, text)) changeState(operator, args, state)
  }
  return hasMarks
}

/** Applies operators that move the position of the next glyph. @returns false for any other operator */
function moveTextPosition(operator: number, args: Args, state: GraphicsState, text: TextState): boolean {
  const [x, y] = [Number(args[0] ?? 0), Number(args[1] ?? 0)]
  if (operator === OPS.beginText) text.line = IDENTITY
  else if (operator === OPS.setTextMatrix) text.line = matrixOf(args.length === 1 ? args[0] : args)
  else if (operator === OPS.moveText) text.line = moved(text.line, x, y)
  else if (operator === OPS.setLeadingMoveText) {
    state.leading = -y
    text.line = moved(text.line, x, y)
  } else if (operator === OPS.nextLine) text.line = moved(text.line, 0, -state.leading)
  else return false
  text.advance = 0
  return true
}

function changeState(operator: number, args: Args, state: GraphicsState): void {
  if (operator === OPS.transform) state.matrix = times(matrixOf(args), state.matrix)
  else if (operator === OPS.setFont) state.size = Number(args[1])
  else if (operator === OPS.setLeading) state.leading = Number(args[0])
  else if (operator === OPS.setTextRenderingMode) state.mode = Number(args[0])
  else if (operator === OPS.setFillRGBColor) state.white = isWhite(args)
  else if (operator === OPS.setFillColorN) state.white = false
  else if (operator === OPS.setGState) state.transparent = isTransparent(args[0], state.transparent)
}

const MARKS: ReadonlySet<number> = new Set([
  OPS.paintImageXObject,
  OPS.paintInlineImageXObject,
  OPS.paintImageMaskXObject,
  OPS.paintImageXObjectRepeat,
  OPS.paintImageMaskXObjectRepeat,
  OPS.paintImageMaskXObjectGroup,
  OPS.paintInlineImageXObjectGroup,
  OPS.paintSolidColorImageMask,
  OPS.constructPath,
  OPS.shadingFill,
])

function hiding(state: GraphicsState, { line, advance }: TextState, view: readonly number[]): string | undefined {
  const matrix = times(moved(line, advance, 0), state.matrix)
  const height = Math.abs(state.size) * heightOf(matrix)
  const [left = 0, bottom = 0, right = 0, top = 0] = view
  const [, , , , x, y] = matrix
  if (x > right || y > top || y + height < bottom || x < left - WIDE_RUN_HEIGHTS * height) return OUTSIDE
  if (UNPAINTED_MODES.has(state.mode)) return 'text that is not rendered'
  if (state.transparent) return 'transparent text'
  if (height < TINY_POINTS) return 'tiny text'
  return state.white ? 'white text' : undefined
}

/** Own limit: a run may begin left of the page and end on it; one that begins further off counts as outside. */
const WIDE_RUN_HEIGHTS = 40

function isWhite(args: Args): boolean {
  const [first] = args
  if (typeof first !== 'string') return args.slice(0, 3).every((part) => typeof part === 'number' && part >= 245)
  const colour = colourOf(first)
  return colour !== undefined && colour !== 'transparent' && isInvisibleOn(colour, WHITE)
}

/** Pairs of names and values; `ca` is the alpha of fills. */
function isTransparent(pairs: unknown, before: boolean): boolean {
  if (!Array.isArray(pairs)) return before
  const alpha = (pairs as unknown[][]).findLast((pair) => pair[0] === 'ca')?.[1]
  return typeof alpha === 'number' ? alpha < 0.1 : before
}

/** Returns the letters of a run, with spaces for wide gaps, and its width. */
function runOf(glyphs: unknown, size: number): { readonly text: string; readonly width: number } {
  let text = ''
  let thousandths = 0
  for (const glyph of Array.isArray(glyphs) ? (glyphs as unknown[]) : []) {
    if (typeof glyph === 'number') {
      thousandths -= glyph
      if (glyph < SPACE_THOUSANDTHS) text += ' '
    } else if (typeof glyph === 'object' && glyph !== null) {
      const { unicode, width } = glyph as { unicode?: unknown; width?: unknown }
      if (typeof unicode === 'string') text += unicode
      if (typeof width === 'number') thousandths += width
    }
  }
  return { text, width: (thousandths / 1_000) * size }
}
