import type { TextViews, ViewName } from '../../text/views.ts'
import type { PromptIndex } from './overlap.ts'

/** Signs and blanks inside a canary do not count; so many between two of its letters do all the same, or rules and tables would wait. */
const SIGNS_PER_LETTER_MAX = 4_096

/** Returns the offset from which more text may complete a canary of this number of letters and digits. */
export function canaryOpenFrom(text: TextViews, names: readonly ViewName[], letters: number): number {
  let from = text.original.length
  for (const view of text.views(names)) {
    const { length } = view.text
    if (length > 0) from = Math.min(from, view.toOriginal(lettersBack(view.text, letters), length)[0])
  }
  return from
}

/** Returns the offset from which more text may complete a passage of the system prompt. */
export function stretchOpenFrom(text: TextViews, names: readonly ViewName[], prompt: PromptIndex): number {
  let from = text.original.length
  for (const view of text.views(names)) {
    const { length } = view.text
    if (length > 0) from = Math.min(from, view.toOriginal(prompt.openFrom(view), length)[0])
  }
  return from
}

function lettersBack(text: string, letters: number): number {
  let at = text.length
  let signs = 0
  for (let left = letters; at > 0 && left > 0 && signs <= SIGNS_PER_LETTER_MAX; at -= 1) {
    if (KEPT.test(text.charAt(at - 1)) || isHalf(text.charCodeAt(at - 1))) {
      left -= 1
      signs = 0
    } else signs += 1
  }
  return at
}

const KEPT = /[\p{L}\p{N}]/u

function isHalf(unit: number): boolean {
  return (unit & 0xf800) === 0xd800
}
