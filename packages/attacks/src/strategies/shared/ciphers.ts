const SMALL_A = 97
const CAPITAL_A = 65

/** Replaces each letter by its position in the alphabet, 0–25; the case is kept. */
export function changeCipherLetters(text: string, change: (at: number) => number): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const first = letter >= 'a' ? SMALL_A : CAPITAL_A
    return String.fromCharCode(first + change(letter.charCodeAt(0) - first))
  })
}

/** Each letter moved on in the alphabet. */
export function movedOn(text: string, by: number): string {
  return changeCipherLetters(text, (at) => (at + by) % 26)
}
