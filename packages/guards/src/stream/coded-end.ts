/**
 * Returns the start of the run of codes at the end of a text: entities, percent and backslash escapes, quoted-printable, the last of which
 * may be incomplete. Decoded codes may be invisible, so the text before them is still near the end, however long they are. Returns the end
 * of the text without such a run. Linear in the text.
 */
export function codedEnd(text: string): number {
  let begin = text.length
  let at = firstOfRun(text)
  while (at < text.length) {
    const end = OPENERS.has(text[at]!) ? codeEnd(text, at) : at
    if (end === at) {
      at += 1
      begin = text.length
      continue
    }
    if (begin === text.length) begin = at
    at = end
  }
  return begin
}

const OPENERS: ReadonlySet<string> = new Set(['&', '%', '\\', '='])
/** Characters of codes. */
const CODE_UNIT = /[\w&#;%\\={}"'/\r\n]/
/** Alternatives have distinct prefixes, and repetitions have distinct followers, so that no text is read twice. */
const CODE =
  /&#x?[\da-f]+;?|&[a-z]\w{0,15};|%u[\da-f]{4}|%[\da-f]{2}|\\u\{[\da-f]{1,6}\}|\\u[\da-f]{4}|\\x[\da-f]{2}|\\[0-7]{3}|\\[nrt"'/]|=\r?\n|=[\da-f]{2}/iy
/** A code that continues after the end of the text. */
const BEGUN = /(?:&#?\w*|%u?[\da-f]{0,3}|\\(?:u\{?|x)?[\da-f]{0,8}|=[\da-f]?\r?)$/iy

function firstOfRun(text: string): number {
  let at = text.length
  while (at > 0 && CODE_UNIT.test(text[at - 1]!)) at -= 1
  return at
}

/** Returns the end of the code at this offset; `at` without a code. */
function codeEnd(text: string, at: number): number {
  CODE.lastIndex = at
  if (CODE.test(text)) return CODE.lastIndex
  BEGUN.lastIndex = at
  return BEGUN.test(text) ? text.length : at
}
