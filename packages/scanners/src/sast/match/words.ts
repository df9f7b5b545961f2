const WORD = /^[\p{L}_$][\p{L}\p{N}_$]*$/u

/** Whether a text is a word as {@link wordsOf} finds them. */
export function isWord(text: string): boolean {
  return WORD.test(text)
}

/** The words of a text. */
export function wordsOf(text: string): ReadonlySet<string> {
  const words = new Set(text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu))
  // A dollar may be a part of a name, or the sign before one.
  for (const word of words) {
    if (word.startsWith('$')) words.add(word.slice(1))
    // `a$b` of a shell is `a` and what `b` holds.
    if (word.indexOf('$', 1) !== -1) for (const part of word.split('$')) if (part !== '') words.add(part)
  }
  return words
}
