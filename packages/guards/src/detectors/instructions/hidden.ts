import type { InstructionSource } from './find-instructions.ts'

/** Letters of a second alphabet that no screen shows and models read; but for flags of countries' parts, which begin with a black flag. */
const TAGS = /(?<!\u{1F3F4}[\u{E0061}-\u{E007A}]{0,6})[\u{E0020}-\u{E007E}]/u
/** What turns the order of writing around without being seen. */
const OVERRIDES = /[\u202A\u202B\u202D\u202E\u2066-\u2068]/
/** Characters without width. The joiners belong to several scripts and to emoji, and are left alone. */
const NO_WIDTH = /[\u200B\u2060-\u2064\u00AD]|(?!^)\uFEFF/
/** Selectors that carry data when they stand in rows. */
const SELECTOR_ROW = /[\uFE00-\uFE0F]{3}|[\u{E0100}-\u{E01EF}]{2}/u
/** What a terminal obeys and does not show. */
const TERMINAL = /\u001B[[\]()]|\u009B/
/** A comment that a page does not show. */
const COMMENT = /<!--[^>]{8}/

/** Ways in which a text hides something from people who look at it; names of them. */
export function hiddenCharacters(text: string, source: InstructionSource): string[] {
  const found: string[] = []
  if (TAGS.test(text)) found.push('tag_characters')
  if (SELECTOR_ROW.test(text)) found.push('selector_row')
  if (TERMINAL.test(text)) found.push('terminal_escape')
  // What people remember is often copied from pages, which hold these without any purpose; a description is written.
  if (source === 'tool') {
    if (OVERRIDES.test(text)) found.push('direction_override')
    if (NO_WIDTH.test(text)) found.push('zero_width')
    if (COMMENT.test(text)) found.push('html_comment')
  }
  return found
}
