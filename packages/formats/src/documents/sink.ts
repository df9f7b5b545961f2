import type { HiddenText, Problem, ProblemCode } from './extraction.ts'
import {
  ENTRIES_MAX,
  HIDDEN_CHARS_MAX,
  HIDDEN_PLACES_MAX,
  INFLATED_BYTES_MAX,
  NAME_CHARS_MAX,
  NOTES_MAX,
  PROBLEMS_MAX,
  TEXT_CHARS_MAX,
} from './limits.ts'

/** Output of readers. All limits of a document are enforced here, over all its parts together. */
export interface Sink {
  /** Adds visible text, as far as it fits. */
  text(part: string): void
  /** Adds hidden text; `place` names the reason. */
  hidden(place: string, part: string): void
  /** Adds a hidden run that may end in the middle of a word: runs of one location are joined up to a line end. */
  hiddenRun(place: string, part: string): void
  /** Ends a line of hidden runs, as does visible text with a line end. */
  endLine(): void
  note(sentence: string): void
  problem(code: ProblemCode, message: string, where?: string): void
  /** Consumes bytes of the inflation budget. @returns remaining bytes, at least 0 */
  readonly bytesLeft: number
  spend(bytes: number): void
  /** Counts another file. @returns false above the limit */
  entry(): boolean
  /** True once no visible text fits any more: readers may stop. */
  readonly full: boolean
}

export interface SinkResult {
  readonly text: string
  readonly hidden: readonly HiddenText[]
  readonly truncated: boolean
  readonly notes: readonly string[]
  readonly problems: readonly Problem[]
}

/** Creates a sink with its result. */
export function createSink(): { readonly sink: Sink; readonly result: () => SinkResult } {
  const seen = new BoundedText(TEXT_CHARS_MAX)
  const unseen = new BoundedText(HIDDEN_CHARS_MAX)
  const hidden = new HiddenTextRanges()
  const notes = new Set<string>()
  const problems = new Map<string, Problem>()
  let bytesLeft = INFLATED_BYTES_MAX
  let entries = 0
  const sink: Sink = {
    text(part) {
      if (part.includes('\n')) hidden.endLine()
      seen.fit(part)
    },
    hidden(place, part) {
      const fitting = unseen.fit(part.trim())
      if (fitting !== '') hidden.add(place, fitting, false)
    },
    hiddenRun(place, part) {
      const fitting = unseen.fit(part)
      if (fitting !== '') hidden.add(place, fitting, true)
    },
    endLine: () => hidden.endLine(),
    note: (sentence) => void (notes.size < NOTES_MAX && notes.add(sentence)),
    problem(code, message, where = '') {
      // The sender controls the number of defective parts; one problem per kind and location is reported.
      const key = `${code}\n${where}`
      if (problems.size >= PROBLEMS_MAX || problems.has(key)) return
      problems.set(key, { code, message, where: shortName(where) })
    },
    get bytesLeft() {
      return bytesLeft
    },
    spend: (bytes) => void (bytesLeft = Math.max(0, bytesLeft - bytes)),
    entry: () => (entries += 1) <= ENTRIES_MAX,
    get full() {
      // Reported only when content was dropped: reaching the limit exactly loses nothing.
      return seen.cut
    },
  }
  const result = (): SinkResult => {
    const truncated = seen.cut || unseen.cut
    if (truncated) sink.problem('text_truncated', TRUNCATED)
    return { text: seen.text(), hidden: hidden.all(), truncated, notes: [...notes], problems: [...problems.values()] }
  }
  return { sink, result }
}

const TRUNCATED = 'The document contains more text than the limit; the rest was not screened.'

/** Parts of a text up to a number of characters. */
class BoundedText {
  private readonly parts: string[] = []
  private left: number
  /** True once something did not fit. */
  cut = false

  constructor(charsMax: number) {
    this.left = charsMax
  }

  /** @returns as much of the part as fits */
  fit(part: string): string {
    const fitting = part.slice(0, this.left)
    if (fitting.length < part.length) this.cut = true
    this.left -= fitting.length
    if (fitting !== '') this.parts.push(fitting)
    return fitting
  }

  text(): string {
    return this.parts.join('')
  }
}

/** Hidden text by location; the sender controls the number of locations, so that it is bounded. */
class HiddenTextRanges {
  private readonly places = new Map<string, { readonly parts: string[]; line: number }>()
  private line = 0

  add(name: string, part: string, joins: boolean): void {
    const key = this.places.has(name) || this.places.size < HIDDEN_PLACES_MAX ? name : OTHER_PLACES
    const place = this.places.get(key) ?? { parts: [], line: -1 }
    this.places.set(key, place)
    if (place.parts.length > 0 && !(joins && place.line === this.line)) place.parts.push('\n')
    place.parts.push(part)
    place.line = joins ? this.line : -1
  }

  endLine(): void {
    this.line += 1
  }

  all(): HiddenText[] {
    return [...this.places]
      .map(([where, { parts }]) => ({ where, text: parts.join('').trim() }))
      .filter(({ text }) => text !== '')
  }
}

const OTHER_PLACES = 'other places'

/** Returns a sender-defined name on one line, shortened. */
export function shortName(name: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
  return name.replace(/[\u0000-\u001f\u007f]/g, '\ufffd').slice(0, NAME_CHARS_MAX)
}
