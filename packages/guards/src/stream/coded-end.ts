/**
 * Where the run of codes begins that a text ends in: entities, percent and backslash escapes, quoted-printable, the last of
 * them maybe begun only. Decoded they may be nothing that anybody sees, and what stands before them is then not far behind,
 * however long they are. The end of the text where it ends in no code. Linear in the text.
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
/** What codes are made of. */
const CODE_UNIT = /[\w&#;%\\={}"'/\r\n]/
/** Each alternative begins otherwise, and what may repeat is followed by something else, so that no text is read twice. */
const CODE =
  /&#x?[\da-f]+;?|&[a-z]\w{0,15};|%u[\da-f]{4}|%[\da-f]{2}|\\u\{[\da-f]{1,6}\}|\\u[\da-f]{4}|\\x[\da-f]{2}|\\[0-7]{3}|\\[nrt"'/]|=\r?\n|=[\da-f]{2}/iy
/** A code that goes on behind the end of the text. */
const BEGUN = /(?:&#?\w*|%u?[\da-f]{0,3}|\\(?:u\{?|x)?[\da-f]{0,8}|=[\da-f]?\r?)$/iy

function firstOfRun(text: string): number {
  let at = text.length
  while (at > 0 && CODE_UNIT.test(text[at - 1]!)) at -= 1
  return at
}

/** Where the code ends that begins here; `at` where none does. */
function codeEnd(text: string, at: number): number {
  CODE.lastIndex = at
  if (CODE.test(text)) return CODE.lastIndex
  BEGUN.lastIndex = at
  return BEGUN.test(text) ? text.length : at
}
