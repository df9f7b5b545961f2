import { mergeSpans, type Span } from '@gatehouse/guards'
import { type ChatRequest, isTrusted, type RequestText, type TextSource } from './dialect.ts'

/** Separator in the variant with gaps; see {@link joinedTexts}. */
const SEPARATOR = '\n\n'

/** A request text, or a part of it, within a group. */
export interface GroupedText {
  /** The text's position in the request. */
  readonly index: number
  /** Start of the piece in the group. */
  readonly start: number
  readonly text: string
  /** Start of the piece in its own text; default: 0. */
  readonly offset?: number
}

/** Texts of one message with the same source, screened together. */
export interface TextGroup {
  readonly source: TextSource
  readonly message: number
  readonly text: string
  readonly pieces: readonly GroupedText[]
  /** User text since the last model output. */
  readonly isNew: boolean
}

/** Groups the texts of a request. Tool results are separate documents. */
export function groupTexts({ texts }: Pick<ChatRequest, 'texts'>): readonly TextGroup[] {
  const lastAnswer = texts.findLast(({ source }) => source !== 'user' && !isTrusted(source))?.message ?? -1
  const groups: { one: RequestText; pieces: GroupedText[]; text: string }[] = []
  const ofMessage = new Map<TextSource, (typeof groups)[number]>()
  for (const [index, requestText] of texts.entries()) {
    if (requestText.source === 'tool') continue
    if (groups.at(-1)?.one.message !== requestText.message) ofMessage.clear()
    const last = ofMessage.get(requestText.source)
    if (last !== undefined) {
      const start = last.text.length + SEPARATOR.length
      last.text += SEPARATOR + requestText.text
      last.pieces.push({ index, start, text: requestText.text })
      continue
    }
    const group = { one: requestText, text: requestText.text, pieces: [{ index, start: 0, text: requestText.text }] }
    ofMessage.set(requestText.source, group)
    groups.push(group)
  }
  return groups.map(({ one: { source, message }, pieces, text }) => {
    return { source, message, text, pieces, isNew: source === 'user' && message > lastAnswer }
  })
}

const BLANK = /\s/u
/** Sources whose consecutive turns model templates join without a separator. */
const JOINED: ReadonlySet<TextSource> = new Set(['system', 'user', 'assistant'])

/** Consecutive texts of one source. */
interface Run {
  readonly source: TextSource
  readonly message: number
  readonly texts: { readonly index: number; readonly text: string }[]
  /** Whether two texts are joined without white space. */
  isOpen: boolean
  /** Whether the texts belong to several messages. */
  hasTurns: boolean
}

/**
 * Returns texts that a model may read together: the parts of a message, and consecutive messages of one source (instructions at any
 * position, because APIs collect them). There are up to two variants: without separators, for a split word or number, and with separators,
 * for a sentence split over messages.
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
      run.isOpen ||= joinsAcross(run.texts.at(-1)!.text, text)
      run.hasTurns ||= message !== run.message
    }
    run.texts.push({ index, text })
  }
  return runs
}

type Part = Omit<GroupedText, 'start'>

function groupOf({ source, message }: Run, parts: readonly Part[], separator: string): TextGroup {
  let start = 0
  const pieces = parts.map((part) => {
    const piece = { ...part, start }
    start += part.text.length + separator.length
    return piece
  })
  return { source, message, pieces, text: parts.map(({ text }) => text).join(separator), isNew: false }
}

/** Number of characters of a long text that are screened with its neighbour. The whole text is screened separately. */
const SEAM_CHARS = 1_000

/** Splits a run at its long texts. The start of a long text ends one window, and its end starts the next. */
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

/** The parts of one tool result, by text index. */
export interface ResultParts {
  readonly parts: readonly number[]
  /** Whether two parts are joined without white space, so that the two variants differ. */
  readonly isOpen: boolean
}

/** Returns results with several parts, which a model may read together. */
export function joinedResults({ texts }: Pick<ChatRequest, 'texts'>): readonly ResultParts[] {
  const runs: { readonly parts: number[]; isOpen: boolean }[] = []
  let last: (typeof runs)[number] | undefined
  for (const [index, { source, message, tool, text }] of texts.entries()) {
    if (source !== 'tool' || text === '') continue
    const before = last === undefined ? undefined : texts[last.parts.at(-1)!]
    if (last !== undefined && before?.message === message && before.tool === tool) {
      last.isOpen ||= joinsAcross(before.text, text)
      last.parts.push(index)
    } else runs.push((last = { parts: [index], isOpen: false }))
  }
  return runs.filter(({ parts }) => parts.length > 1)
}

function joinsAcross(before: string, after: string): boolean {
  return !BLANK.test(before.at(-1)!) && !BLANK.test(after[0]!)
}

/**
 * Yields the redactions of a group by text, for texts with redactions. Both lists are traversed in parallel, because a message may have a
 * hundred thousand parts.
 */
export function* spansByText(
  { pieces }: Pick<TextGroup, 'pieces'>,
  redactions: readonly Span[],
): Generator<readonly [GroupedText, readonly Span[]]> {
  // Disjoint and ordered by position, like the pieces.
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

/**
 * Returns the part of a span within a piece, with offsets in the text. A replacement belongs to the whole span, so that a part gets the
 * label.
 */
function clipped({ replacement, ...span }: Span, start: number, end: number, offset: number): Span {
  const shift = offset - start
  const inside = { ...span, start: Math.max(span.start, start) + shift, end: Math.min(span.end, end) + shift }
  const isWhole = span.start >= start && span.end <= end
  return isWhole && replacement !== undefined ? { ...inside, replacement } : inside
}

/** Number of user turns that are screened together; more while all of them are short. */
const TURNS_MAX = 6
const SHORT_TURNS_CHARS_MAX = 1_000
const TURNS_CHARS_MAX = 20_000

/** Returns the user's last turns as one text, oldest first; undefined for a single turn, or without a new turn. */
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
