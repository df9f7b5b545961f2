const WORD = /^[\p{L}_$][\p{L}\p{N}_$]*$/u

/** Whether a text is a word as {@link wordsOf} finds them. */
export function isWord(text: string): boolean {
  return WORD.test(text)
}

let last: { readonly text: string; readonly words: ReadonlySet<string> } | undefined

/** The words of a text. All that look at a file ask one after the other: the last answer is kept. */
export function wordsOf(text: string): ReadonlySet<string> {
  if (last?.text !== text) last = { text, words: wordsIn(text) }
  return last.words
}

function wordsIn(text: string): ReadonlySet<string> {
  const isPlain = /^[\0-\x7F]*$/.test(text)
  const words = new Set(text.match(isPlain ? /[A-Za-z_$][\w$]*/g : /[\p{L}_$][\p{L}\p{N}_$]*/gu))
  // A dollar may be a part of a name, or the sign before one.
  for (const word of words) {
    if (word.startsWith('$')) words.add(word.slice(1))
    // `a$b` of a shell is `a` and what `b` holds.
    if (word.indexOf('$', 1) !== -1) for (const part of word.split('$')) if (part !== '') words.add(part)
  }
  return words
}
