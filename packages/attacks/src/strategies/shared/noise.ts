import type { Random } from '../../engine/random.ts'
import { changeLetters, changeUnquotedWords } from './words.ts'

/** Minimum word length: shorter words become unreadable when two letters are swapped. */
const SWAP_LETTERS_MIN = 4

/** A share of all letters as capitals, the others small. */
export function withCapitals(text: string, share: number, random: Random): string {
  return changeLetters(text, (letter) => {
    const other = random.next() < share ? letter.toUpperCase() : letter.toLowerCase()
    // The capital of ß is two letters.
    return other.length === letter.length ? other : letter
  })
}

/** In a share of the long words two neighbouring letters within are swapped. */
export function withSwaps(text: string, share: number, random: Random): string {
  return changeUnquotedWords(text, (word) => {
    const letters = Array.from(word)
    if (letters.length < SWAP_LETTERS_MIN || random.next() >= share) return word
    const at = 1 + random.below(letters.length - 3)
    const held = letters[at]!
    letters[at] = letters[at + 1]!
    letters[at + 1] = held
    return letters.join('')
  })
}

/** Shifts a share of the letters by one position in ASCII, forward or backward. */
export function withNoise(text: string, share: number, random: Random): string {
  return changeUnquotedWords(text, (word) =>
    word.replace(/[b-y]/g, (letter) =>
      random.next() < share ? String.fromCharCode(letter.charCodeAt(0) + random.pick([-1, 1])) : letter,
    ),
  )
}
