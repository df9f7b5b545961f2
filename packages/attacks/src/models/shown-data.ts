import { randomBytes } from 'node:crypto'

const MARK_BYTES = 12
/** Characters that are invisible to people but not to models: they can hide instructions. */
const UNSEEN = /[\p{Cf}\p{Co}\p{Cc}\u{FE00}-\u{FE0F}\u{E0100}-\u{E01EF}]/gu
const LINE_BREAKS = new Set(['\n', '\r', '\t'])

/** Untrusted data for a model to examine, not to follow. */
export interface ShownData {
  /** Delimiter in the lines before and after the data; unknown to the author of the data. */
  readonly mark: string
  readonly text: string
}

/**
 * Returns data as one line of JSON between two unpredictable delimiter lines: no text in it can end it, and invisible characters are
 * escaped.
 */
export function shownData(data: unknown): ShownData {
  const mark = randomBytes(MARK_BYTES).toString('hex')
  const line = JSON.stringify(data, (_, value: unknown) =>
    typeof value === 'string' ? withVisibleControls(value) : value,
  )
  return { mark, text: `${mark}\n${line}\n${mark}` }
}

/** Escapes the invisible characters of a text, e.g. `[U+200B]`. */
export function withVisibleControls(text: string): string {
  return text.toWellFormed().replaceAll(UNSEEN, (unit) => (LINE_BREAKS.has(unit) ? unit : writtenOut(unit)))
}

function writtenOut(unit: string): string {
  return `[U+${unit.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`
}

/** Returns the beginning and the end of a text over the limit. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text
  const half = Math.floor(most / 2)
  return `${text.slice(0, half)}\n[…]\n${text.slice(-half)}`.toWellFormed()
}
