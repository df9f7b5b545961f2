/** An address: whoever is to open it needs it letter by letter. */
const ADDRESS = /(https?:\/\/[^\s"'<>]+)/
/** By turns consonant and vowel, as the words are that an attack asks for. */
const ASKED_FOR = /^(?:[bdfghjklmnprstvz][aeiou]){3,}$/i
const WORD = /[\p{L}\p{N}]+/gu

/** Changes a text but for the addresses in it. */
export function exceptAddresses(text: string, change: (part: string) => string): string {
  // The addresses are captured, so they are every second part.
  return text
    .split(ADDRESS)
    .map((part, at) => (at % 2 === 1 ? part : change(part)))
    .join('')
}

/** Changes words that may be misspelled: not addresses, and not words that an attack wants to hear as they are. */
export function changeLooseWords(text: string, change: (word: string) => string): string {
  return exceptAddresses(text, (part) => part.replace(WORD, (word) => (ASKED_FOR.test(word) ? word : change(word))))
}

/** Changes each letter that `letters` knows, whatever its case; addresses stay. */
export function changeLetters(text: string, change: (letter: string) => string): string {
  return exceptAddresses(text, (part) => Array.from(part, change).join(''))
}

/** Words between spaces; a text of spaces alone is one empty word. */
export function wordsOf(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}

/**
 * Each letter by a name of its own, letters apart by a space and words by `gap`. What `names` does not know stays, addresses too.
 */
export function spellOut(text: string, names: Readonly<Record<string, string>>, gap: string): string {
  return wordsOf(text)
    .map((word) => (ADDRESS.test(word) ? word : Array.from(word, (one) => nameOf(one, names)).join(' ')))
    .join(gap)
}

function nameOf(letter: string, names: Readonly<Record<string, string>>): string {
  const small = letter.toLowerCase()
  return Object.hasOwn(names, small) ? names[small]! : letter
}
