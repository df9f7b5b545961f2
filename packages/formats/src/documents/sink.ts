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
  const text: string[] = []
  const hidden = new Map<string, string[]>()
  const notes = new Set<string>()
  const problems = new Map<string, Problem>()
  let textChars = 0
  let hiddenChars = 0
  let truncated = false
  let bytesLeft = INFLATED_BYTES_MAX
  let entries = 0
  const sink: Sink = {
    text(part) {
      const fitting = part.slice(0, TEXT_CHARS_MAX - textChars)
      if (fitting.length < part.length) truncated = true
      if (fitting === '') return
      textChars += fitting.length
      text.push(fitting)
    },
    hidden(place, part) {
      const trimmed = part.trim()
      if (trimmed === '') return
      const known = hidden.get(place)
      const list = known ?? (hidden.size < HIDDEN_PLACES_MAX ? [] : [...hidden.values()].at(-1)!)
      const fitting = trimmed.slice(0, Math.max(0, HIDDEN_CHARS_MAX - hiddenChars))
      if (fitting.length < trimmed.length) truncated = true
      if (fitting === '') return
      hiddenChars += fitting.length + 1
      list.push(fitting)
      if (known === undefined && hidden.size < HIDDEN_PLACES_MAX) hidden.set(place, list)
    },
    note(sentence) {
      if (notes.size < NOTES_MAX) notes.add(sentence)
    },
    problem(code, message, where = '') {
      // The sender chooses how many parts have the same fault; one of each kind and place is told.
      const key = `${code}\n${where}`
      if (problems.size < PROBLEMS_MAX && !problems.has(key)) {
        problems.set(key, { code, message, where: shortName(where) })
      }
    },
    get bytesLeft() {
      return bytesLeft
    },
    spend(bytes) {
      bytesLeft = Math.max(0, bytesLeft - bytes)
    },
    entry() {
      entries += 1
      return entries <= ENTRIES_MAX
    },
    get full() {
      return textChars >= TEXT_CHARS_MAX
    },
  }
  return {
    sink,
    result() {
      if (truncated) {
        sink.problem('text_truncated', 'The document holds more text than is screened; the rest was left out.')
      }
      return {
        text: text.join(''),
        hidden: [...hidden].map(([where, parts]) => ({ where, text: parts.join('\n') })),
        truncated,
        notes: [...notes],
        problems: [...problems.values()],
      }
    },
  }
}

/** A name that the sender chose, short and on one line. */
export function shortName(name: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
  return name.replace(/[\u0000-\u001f\u007f]/g, '\ufffd').slice(0, NAME_CHARS_MAX)
}
