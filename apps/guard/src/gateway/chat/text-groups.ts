import { mergeSpans, type Span } from '@gatehouse/guards'
import { type ChatRequest, isTrusted, type RequestText, type TextSource } from './dialect.ts'

/** Stands between the parts of a message where they are read one by one; see {@link joinedTexts} for the other reading. */
const SEPARATOR = '\n\n'

/** Texts of one message that come from one source, screened as one. */
export interface TextGroup {
  readonly source: TextSource
  readonly message: number
  readonly text: string
  readonly pieces: readonly { readonly index: number; readonly start: number; readonly text: string }[]
  /** Said by the user since the model last spoke. */
  readonly isNew: boolean
}

/** The texts of a request in groups; what tools answered is apart, since each answer is a document of its own. */
export function groupTexts({ texts }: Pick<ChatRequest, 'texts'>): readonly TextGroup[] {
  const lastAnswer = texts.findLast(({ source }) => source !== 'user' && !isTrusted(source))?.message ?? -1
  const groups: { one: RequestText; pieces: TextGroup['pieces'][number][]; text: string }[] = []
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

/**
 * Texts that a model may read as one without a gap: the parts of a message, and messages of one source with none of another
 * between them (instructions wherever they stand, since interfaces collect them). A word or a number that is split over them is
 * only seen so. Runs in which blanks stand at every seam read the same either way, and are left out.
 */
export function joinedTexts({ texts }: Pick<ChatRequest, 'texts'>): readonly TextGroup[] {
  const runs: {
    source: TextSource
    message: number
    parts: string[]
    length: number
    pieces: TextGroup['pieces'][number][]
    isOpen: boolean
  }[] = []
  const open = new Map<TextSource, (typeof runs)[number]>()
  for (const [index, { source, message, text, isFixed }] of texts.entries()) {
    if (source === 'application' || isFixed === true || text === '') continue
    if (source !== 'system')
      for (const other of open.keys()) if (other !== source && other !== 'system') open.delete(other)
    if (!JOINED.has(source)) continue
    let run = open.get(source)
    if (run === undefined) {
      run = { source, message, parts: [], length: 0, pieces: [], isOpen: false }
      open.set(source, run)
      runs.push(run)
    } else run.isOpen ||= isSeamOpen(run.parts.at(-1)!, text)
    run.pieces.push({ index, start: run.length, text })
    run.parts.push(text)
    run.length += text.length
  }
  return runs
    .filter(({ isOpen }) => isOpen)
    .map(({ source, message, parts, pieces }) => ({ source, message, pieces, text: parts.join(''), isNew: false }))
}

/** Parts of one result of a tool that a model may read as one text without a gap, by their places among the texts. */
export function joinedResults({ texts }: Pick<ChatRequest, 'texts'>): readonly (readonly number[])[] {
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
  return runs.filter(({ isOpen }) => isOpen).map(({ parts }) => parts)
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
): Generator<readonly [TextGroup['pieces'][number], readonly Span[]]> {
  // Disjoint, and in order of position, as the pieces are.
  const spans = mergeSpans(redactions)
  let first = 0
  for (const piece of pieces) {
    const { start, text } = piece
    const end = start + text.length
    while (first < spans.length && spans[first]!.end <= start) first += 1
    const own: Span[] = []
    for (let at = first; at < spans.length && spans[at]!.start < end; at += 1) own.push(clipped(spans[at]!, start, end))
    if (own.length > 0) yield [piece, own]
  }
}

/** The part of a span that lies in a piece. A replacement is for the whole: half of the range gets the label. */
function clipped({ replacement, ...span }: Span, start: number, end: number): Span {
  const inside = { ...span, start: Math.max(span.start, start) - start, end: Math.min(span.end, end) - start }
  const isWhole = span.start >= start && span.end <= end
  return isWhole && replacement !== undefined ? { ...inside, replacement } : inside
}

/** How much of what the user said is judged in one piece. */
const TURNS_MAX = 6
const TURNS_CHARS_MAX = 20_000

/** What the user said last, oldest first, in one piece; undefined where that was one turn, or nothing new. */
export function lastTurns(groups: readonly TextGroup[]): string | undefined {
  const turns = groups.filter(({ source }) => source === 'user')
  if (turns.length < 2 || turns.at(-1)?.isNew !== true) return undefined
  const text = turns
    .slice(-TURNS_MAX)
    .map((turn) => turn.text.slice(-TURNS_CHARS_MAX))
    .join(SEPARATOR)
  return text.slice(-TURNS_CHARS_MAX)
}
