const WORD = /^[\p{L}_$][\p{L}\p{N}_$]*$/u

/** Whether a text is a word as {@link wordsOf} finds them. */
export function isWord(text: string): boolean {
  return WORD.test(text)
}

let last: { readonly text: string; readonly words: ReadonlySet<string> } | undefined

/** Returns the words of a text. The last result is cached, because all checks of a file run one after the other. */
export function wordsOf(text: string): ReadonlySet<string> {
  if (last?.text !== text) last = { text, words: wordsIn(text) }
  return last.words
}

function wordsIn(text: string): ReadonlySet<string> {
  const isPlain = /^[\0-\x7F]*$/.test(text)
  const words = new Set(text.match(isPlain ? /[A-Za-z_$][\w$]*/g : /[\p{L}_$][\p{L}\p{N}_$]*/gu))
  // A dollar sign may be a part of a name, or a sigil before a name.
  for (const word of words) {
    if (word.startsWith('$')) words.add(word.slice(1))
    // `a$b` in a shell is `a` and the value of `b`.
    if (word.indexOf('$', 1) !== -1) for (const part of word.split('$')) if (part !== '') words.add(part)
  }
  return words
}
