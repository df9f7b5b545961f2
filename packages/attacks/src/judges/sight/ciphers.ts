import { mirrored, reversed, rotated } from './foldings.ts'

/** A word as a cipher of the alphabet writes it, found in a text. */
export interface CipherHit {
  readonly cipher: string
  readonly at: number
  readonly length: number
}

const LETTERS = 26
const A = 97
/** Marks a pair of characters that are not both letters: no real step is as large. */
const NO_STEP = 0xff

/**
 * Creates a finder for a word in lower-case texts that are written in an alphabet cipher: shifted by one to twenty-five letters, reversed,
 * or both, Atbash, or pig latin. A shift keeps the distances between letters, so that one search over distances replaces twenty-five
 * searches.
 * @param word in lower case; one with other characters is searched in each cipher separately
 */
export function cipherFinder(word: string): (text: string) => CipherHit | undefined {
  const latin = pigLatin(word)
  const plain = latin === undefined ? [] : [{ cipher: 'pig latin', written: latin }]
  if (!/^[a-z]+$/.test(word)) {
    const ways = [...plain, ...writings(word)]
    return (text) => firstOf(text, ways)
  }
  const ways = WAYS.map(({ make, ...way }) => ({ ...way, steps: stepsOf(make(word)), first: make(word).charCodeAt(0) }))
  return (text) => {
    const steps = stepsOf(text)
    for (const { name, steps: wanted, first, isMoved } of ways) {
      for (let at = steps.indexOf(wanted); at >= 0; at = steps.indexOf(wanted, at + 1)) {
        const by = (text.charCodeAt(at) - first + LETTERS) % LETTERS
        const cipher = by === 0 ? name : isMoved ? `rot${by} ${name}`.trim() : ''
        if (cipher !== '') return { cipher, at, length: word.length }
      }
    }
    return firstOf(text, plain)
  }
}

const WAYS: readonly {
  readonly name: string
  readonly make: (word: string) => string
  /** Also shifted; Atbash has only one position. */
  readonly isMoved: boolean
}[] = [
  { name: 'reversed', make: reversed, isMoved: true },
  { name: 'atbash', make: mirrored, isMoved: false },
  { name: 'atbash reversed', make: (word) => reversed(mirrored(word)), isMoved: false },
  // Moved on by none it is the word itself.
  { name: '', make: (word) => word, isMoved: true },
]

/** Returns the distances between successive letters, one byte each. */
function stepsOf(text: string): string {
  const steps = Buffer.allocUnsafe(Math.max(0, text.length - 1))
  let before = text.charCodeAt(0) - A
  for (let at = 1; at < text.length; at += 1) {
    const now = text.charCodeAt(at) - A
    const areLetters = before >= 0 && before < LETTERS && now >= 0 && now < LETTERS
    steps[at - 1] = areLetters ? (now - before + LETTERS) % LETTERS : NO_STEP
    before = now
  }
  return steps.toString('latin1')
}

/** The word in each cipher. */
function writings(word: string): readonly { readonly cipher: string; readonly written: string }[] {
  const both = (cipher: string, written: string) => [
    { cipher, written },
    { cipher: `${cipher} reversed`.trim(), written: reversed(written) },
  ]
  const rotations = Array.from({ length: LETTERS - 1 }, (_, at) => both(`rot${at + 1}`, rotated(word, at + 1)))
  return [...both('', word).slice(1), ...both('atbash', mirrored(word)), ...rotations.flat()]
}

/** Moves the first consonants to the end. */
function pigLatin(word: string): string | undefined {
  const parts = /^([b-df-hj-np-tv-z]+)([a-z]+)$/.exec(word)
  return parts === null ? undefined : `${parts[2]}${parts[1]}ay`
}

function firstOf(
  text: string,
  ways: readonly { readonly cipher: string; readonly written: string }[],
): CipherHit | undefined {
  for (const { cipher, written } of ways) {
    const at = text.indexOf(written)
    if (at >= 0) return { cipher, at, length: written.length }
  }
  return undefined
}
