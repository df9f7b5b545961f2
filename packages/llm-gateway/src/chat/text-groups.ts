import { mergeSpans, type Span } from '@gatehouse/guards'
import { type ChatRequest, isTrusted, type RequestText, type TextSource } from './dialect.ts'

/** Separates texts in the reading with gaps; see {@link joinedTexts} for both readings. */
const SEPARATOR = '\n\n'

/** A text of the request, or a part of one, within a group. */
export interface TextPiece {
  /** The text's position in the request. */
  readonly index: number
  /** Where the piece starts in the group. */
  readonly start: number
  readonly text: string
  /** Where the piece starts in its own text; absent: at its beginning. */
  readonly offset?: number
}

/** Texts of one message that come from one source, screened as one. */
export interface TextGroup {
  readonly source: TextSource
  readonly message: number
  readonly text: string
  readonly pieces: readonly TextPiece[]
  /** Said by the user since the model last spoke. */
  readonly isNew: boolean
}

/** The texts of a request in groups; what tools answered is apart, since each answer is a document of its own. */
export function groupTexts({ texts }: Pick<ChatRequest, 'texts'>): readonly TextGroup[] {
  const lastAnswer = texts.findLast(({ source }) => source !== 'user' && !isTrusted(source))?.message ?? -1
  const groups: { one: RequestText; pieces: TextPiece[]; text: string }[] = []
  const ofMessage = new Map<TextSource, (typeof groups)[number]>()
  for (const [index, one] of texts.entries()) {
    if (one.source === 'tool') continue
    if (groups.at(-1)?.one.message !== one.message) ofMessage.clear()
    const last = ofMessage.get(one.source)
    if (last !== undefined) {
      const start = last.text.length + SEPARATOR.length
      last.text += SEPARATOR + one.text
      last.pieces.push({ index, start, text: one.text })
      continue
    }
    const group = { one, text: one.text, pieces: [{ index, start: 0, text: one.text }] }
    ofMessage.set(one.source, group)
    groups.push(group)
  }
  return groups.map(({ one: { source, message }, pieces, text }) => {
    return { source, message, text, pieces, isNew: source === 'user' && message > lastAnswer }
  })
}

const BLANK = /\s/u
/** Where turns of one source follow each other, templates of models join them without a mark. */
const JOINED: ReadonlySet<TextSource> = new Set(['system', 'user', 'assistant'])

/** Texts of one source without another source between them. */
interface Run {
  readonly source: TextSource
  readonly message: number
  readonly texts: { readonly index: number; readonly text: string }[]
  /** Whether a seam without white space exists. */
  isOpen: boolean
  /** Whether the texts belong to more than one message. */
  hasTurns: boolean
}

/**
 * Texts that a model may read as one: the parts of a message, and messages of one source with none of another between them
 * (instructions in any position, because interfaces collect them). A run has up to two readings: without a gap, for a word or a
 * number that is split over texts, and with gaps, for a sentence that is split over messages.
 */
export function joinedTexts(request: Pick<ChatRequest, 'texts'>): readonly TextGroup[] {
  return runsOf(request).flatMap((run) => [
    ...(run.isOpen ? [groupOf(run, run.texts, '')] : []),
    ...(run.hasTurns ? windowsOf(run.texts).map((pieces) => groupOf(run, pieces, SEPARATOR)) : []),
  ])
}

function runsOf({ texts }: Pick<ChatRequest, 'texts'>): readonly Run[] {
  const runs: Run[] = []
  const open = new Map<TextSource, Run>()
  for (const [index, { source, message, text, isFixed }] of texts.entries()) {
    if (source === 'application' || isFixed === true || text === '') continue
    if (source !== 'system')
      for (const other of open.keys()) if (other !== source && other !== 'system') open.delete(other)
    if (!JOINED.has(source)) continue
    let run = open.get(source)
    if (run === undefined) {
      run = { source, message, texts: [], isOpen: false, hasTurns: false }
      open.set(source, run)
      runs.push(run)
    } else {
      run.isOpen ||= isSeamOpen(run.texts.at(-1)!.text, text)
      run.hasTurns ||= message !== run.message
    }
    run.texts.push({ index, text })
  }
  return runs
}

type Part = Omit<TextPiece, 'start'>

function groupOf({ source, message }: Run, parts: readonly Part[], separator: string): TextGroup {
  let start = 0
  const pieces = parts.map((part) => {
    const piece = { ...part, start }
    start += part.text.length + separator.length
    return piece
  })
  return { source, message, pieces, text: parts.map(({ text }) => text).join(separator), isNew: false }
}

/** Characters of a long text that are read together with its neighbour. The whole text is screened by itself. */
const SEAM_CHARS = 1_000

/** Splits a run at its long texts: the start of a long text ends one window, its end starts the next one. */
function windowsOf(texts: Run['texts']): readonly (readonly Part[])[] {
  const windows: Part[][] = []
  let window: Part[] = []
  for (const { index, text } of texts) {
    if (text.length <= 2 * SEAM_CHARS) {
      window.push({ index, text })
      continue
    }
    windows.push([...window, { index, text: text.slice(0, SEAM_CHARS) }])
    window = [{ index, text: text.slice(-SEAM_CHARS), offset: text.length - SEAM_CHARS }]
  }
  return [...windows, window].filter(({ length }) => length > 1)
}

/** The parts of one result of a tool, by their positions among the texts. */
export interface ResultParts {
  readonly parts: readonly number[]
  /** Whether a seam without white space exists, so that the parts without a gap differ from the parts with gaps. */
  readonly isOpen: boolean
}

/** Results that have several parts, which a model may read as one text. */
export function joinedResults({ texts }: Pick<ChatRequest, 'texts'>): readonly ResultParts[] {
  const runs: { readonly parts: number[]; isOpen: boolean }[] = []
  let last: (typeof runs)[number] | undefined
  for (const [index, { source, message, tool, text }] of texts.entries()) {
    if (source !== 'tool' || text === '') continue
    const before = last === undefined ? undefined : texts[last.parts.at(-1)!]
    if (last !== undefined && before?.message === message && before.tool === tool) {
      last.isOpen ||= isSeamOpen(before.text, text)
      last.parts.push(index)
    } else runs.push((last = { parts: [index], isOpen: false }))
  }
  return runs.filter(({ parts }) => parts.length > 1)
}

function isSeamOpen(before: string, after: string): boolean {
  return !BLANK.test(before.at(-1)!) && !BLANK.test(after[0]!)
}

/**
 * The redactions of a group by the texts that it is made of; only texts that have some. Both are walked side by side, since a
 * message may have a hundred thousand parts.
 */
export function* spansOfPieces(
  { pieces }: Pick<TextGroup, 'pieces'>,
  redactions: readonly Span[],
): Generator<readonly [TextPiece, readonly Span[]]> {
  // Disjoint, and in order of position, as the pieces are.
  const spans = mergeSpans(redactions)
  let first = 0
  for (const piece of pieces) {
    const { start, text, offset = 0 } = piece
    const end = start + text.length
    while (first < spans.length && spans[first]!.end <= start) first += 1
    const own: Span[] = []
    for (let at = first; at < spans.length && spans[at]!.start < end; at += 1)
      own.push(clipped(spans[at]!, start, end, offset))
    if (own.length > 0) yield [piece, own]
  }
}

/** The part of a span that lies in a piece, as positions in the text. A replacement is for the whole: a part gets the label. */
function clipped({ replacement, ...span }: Span, start: number, end: number, offset: number): Span {
  const shift = offset - start
  const inside = { ...span, start: Math.max(span.start, start) + shift, end: Math.min(span.end, end) + shift }
  const isWhole = span.start >= start && span.end <= end
  return isWhole && replacement !== undefined ? { ...inside, replacement } : inside
}

/** Turns of the user that are judged together, and further ones while all of them are short. */
const TURNS_MAX = 6
const SHORT_TURNS_CHARS_MAX = 1_000
const TURNS_CHARS_MAX = 20_000

/** The user's last turns as one text, oldest first; undefined where there is one turn only, or no new one. */
export function lastTurns(groups: readonly TextGroup[]): string | undefined {
  const turns = groups.filter(({ source }) => source === 'user')
  if (turns.length < 2 || turns.at(-1)?.isNew !== true) return undefined
  let count = 0
  for (let chars = 0; count < turns.length; count += 1) {
    chars += turns.at(-1 - count)!.text.length + SEPARATOR.length
    if (count >= TURNS_MAX && chars > SHORT_TURNS_CHARS_MAX) break
  }
  const text = turns
    .slice(-count)
    .map((turn) => turn.text.slice(-TURNS_CHARS_MAX))
    .join(SEPARATOR)
  return text.slice(-TURNS_CHARS_MAX)
}
