import type { InstructionSource } from './find-instructions.ts'

/** Tag characters, invisible letters that models read; except in subdivision flags, which start with a black flag. */
const TAGS = /(?<!\u{1F3F4}[\u{E0061}-\u{E007A}]{0,6})[\u{E0020}-\u{E007E}]/u
/** Invisible characters that change the writing direction. */
const OVERRIDES = /[\u202A\u202B\u202D\u202E\u2066-\u2068]/
/** Zero-width characters, except joiners, which belong to several scripts and to emoji. */
const NO_WIDTH = /[\u200B\u2060-\u2064\u00AD]|(?!^)\uFEFF/
/** Consecutive variation selectors, which contain hidden data. */
const SELECTOR_ROW = /[\uFE00-\uFE0F]{3}|[\u{E0100}-\u{E01EF}]{2}/u
/** Terminal control sequences, which are executed and not displayed. */
const TERMINAL = /\u001B[[\]()]|\u009B/
/** A comment that is not displayed. */
const COMMENT = /<!--[^>]{8}/

/** Returns the names of the techniques by which a text hides content from human readers. */
export function hiddenCharacters(text: string, source: InstructionSource): string[] {
  const found: string[] = []
  if (TAGS.test(text)) found.push('tag_characters')
  if (SELECTOR_ROW.test(text)) found.push('selector_row')
  if (TERMINAL.test(text)) found.push('terminal_escape')
  // Memories are often copied from pages, which contain these characters without intent; a description is written on purpose.
  if (source === 'tool') {
    if (OVERRIDES.test(text)) found.push('direction_override')
    if (NO_WIDTH.test(text)) found.push('zero_width')
    if (COMMENT.test(text)) found.push('html_comment')
  }
  return found
}
