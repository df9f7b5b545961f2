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

/** Where readers put what they find. All bounds of a document are kept here, over all its parts together. */
export interface Sink {
  /** Adds visible text, as far as it fits. */
  text(part: string): void
  /** Adds text that a reader does not see; `place` says why. */
  hidden(place: string, part: string): void
  /** The same for a run of text that may end in the middle of a word: runs of one place are joined up to a line's end. */
  hiddenRun(place: string, part: string): void
  /** Ends a line of hidden runs; visible text that holds a line's end does so too. */
  endLine(): void
  note(sentence: string): void
  problem(code: ProblemCode, message: string, where?: string): void
  /** Takes bytes for inflated data. @returns what of the budget is left, at least 0 */
  readonly bytesLeft: number
  spend(bytes: number): void
  /** Counts one more file. @returns false when there are too many */
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

/** A sink and what was put into it. */
export function createSink(): { readonly sink: Sink; readonly result: () => SinkResult } {
  const seen = new BoundedText(TEXT_CHARS_MAX)
  const unseen = new BoundedText(HIDDEN_CHARS_MAX)
  const hidden = new HiddenPlaces()
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
      // The sender chooses how many parts have the same fault; one of each kind and place is told.
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
      // Only once something was lost: who stops at the mere brim may leave out text without a word.
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

const TRUNCATED = 'The document holds more text than is screened; the rest was left out.'

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

/** Hidden text by place; the sender chooses how many places there are, so that only so many are told apart. */
class HiddenPlaces {
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

/** A name that the sender chose, short and on one line. */
export function shortName(name: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
  return name.replace(/[\u0000-\u001f\u007f]/g, '\ufffd').slice(0, NAME_CHARS_MAX)
}
