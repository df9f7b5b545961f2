import { randomBytes } from 'node:crypto'

const MARK_BYTES = 12
/** What nobody sees, and what a model reads all the same: orders can be hidden in it. */
const UNSEEN = /[\p{Cf}\p{Co}\p{Cc}\u{FE00}-\u{FE0F}\u{E0100}-\u{E01EF}]/gu
const LINE_BREAKS = new Set(['\n', '\r', '\t'])

/** What others have said, for a model to look at and not to follow. */
export interface ShownData {
  /** Stands in the line before and in the line after; nobody who wrote the data knew it. */
  readonly mark: string
  readonly text: string
}

/**
 * Data as one line of JSON between two lines that it cannot know: no text in it can end it, and what is invisible in it is
 * written out.
 */
export function shownData(data: unknown): ShownData {
  const mark = randomBytes(MARK_BYTES).toString('hex')
  const line = JSON.stringify(data, (_, value: unknown) => (typeof value === 'string' ? seenText(value) : value))
  return { mark, text: `${mark}\n${line}\n${mark}` }
}

/** A text with what is invisible in it written out, e.g. `[U+200B]`. */
export function seenText(text: string): string {
  return text.toWellFormed().replaceAll(UNSEEN, (unit) => (LINE_BREAKS.has(unit) ? unit : writtenOut(unit)))
}

function writtenOut(unit: string): string {
  return `[U+${unit.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`
}

/** The beginning and the end of a text that is too long. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text
  const half = Math.floor(most / 2)
  return `${text.slice(0, half)}\n[…]\n${text.slice(-half)}`.toWellFormed()
}
