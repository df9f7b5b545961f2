/** URL: it must stay intact to be opened. */
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

/** Changes words that may be misspelled: not URLs, and not words that the attack requires verbatim. */
export function changeUnquotedWords(text: string, change: (word: string) => string): string {
  return exceptAddresses(text, (part) => part.replace(WORD, (word) => (ASKED_FOR.test(word) ? word : change(word))))
}

/** Replaces each letter with an entry in `letters`, ignoring case; URLs are kept. */
export function changeLetters(text: string, change: (letter: string) => string): string {
  return exceptAddresses(text, (part) => Array.from(part, change).join(''))
}

/** Returns the words between spaces; a text of spaces only is one empty word. */
export function wordsOf(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}

/** Replaces each letter by its name, separated by spaces, and words by `gap`. Unknown characters and URLs are kept. */
export function spellOut(text: string, names: Readonly<Record<string, string>>, gap: string): string {
  return wordsOf(text)
    .map((word) => (ADDRESS.test(word) ? word : Array.from(word, (one) => nameOf(one, names)).join(' ')))
    .join(gap)
}

function nameOf(letter: string, names: Readonly<Record<string, string>>): string {
  const small = letter.toLowerCase()
  return Object.hasOwn(names, small) ? names[small]! : letter
}
