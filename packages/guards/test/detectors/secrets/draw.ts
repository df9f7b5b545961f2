import { type Part, type Picture, PICTURE_ALPHABETS as ALPHABETS } from '@gatehouse/formats/credentials'

/** Numbers below a limit, the same in every run (a linear congruential generator, Numerical Recipes). */
export type Random = (below: number) => number

export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const PRINTABLE = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at))

/** The characters of an alphabet; the digits first. */
export function charactersOf(alphabet: string): readonly string[] {
  const form = new RegExp(`[${ALPHABETS[alphabet]}]`)
  return PRINTABLE.filter((char) => form.test(char))
}

/**
 * Returns a made-up value with the structure of a picture. Values are created at run time, so that the repository contains no apparent
 * secrets.
 */
export function draw({ parts }: Picture, random: Random): string {
  return parts.map((part) => drawPart(part, random)).join('')
}

function drawPart(part: Part, random: Random): string {
  if (typeof part === 'string') return part
  const { alphabet, min, max } = part
  const length = min + random(Math.min(max - min, 20) + 1)
  const letters = charactersOf(alphabet).filter((char) => /[0-9A-Za-z]/.test(char))
  // Neither end is punctuation: a full stop there belongs to the sentence, and `=` to an assignment.
  return Array.from({ length }, (_, at) => {
    const inner = at > 0 && at < length - 1 && at % 9 === 5
    return inner
      ? pick(
          charactersOf(alphabet).filter((char) => char !== '='),
          random,
        )
      : pick(letters, random)
  }).join('')
}

export function pick<Item>(items: readonly Item[], random: Random): Item {
  return items[random(items.length)] as Item
}
