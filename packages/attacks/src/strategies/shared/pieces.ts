import type { Random } from '../../engine/random.ts'

/** Splits a text into pieces of about the same length, at random positions. Joined they are the text. */
export function cutInto(text: string, count: number, random: Random): readonly string[] {
  const letters = Array.from(text)
  const each = letters.length / count
  const cuts = Array.from({ length: count - 1 }, (_, at) => Math.round(each * (at + 0.75 + random.next() / 2)))
  const ends = [...cuts, letters.length]
  return ends.map((end, at) => letters.slice(at === 0 ? 0 : ends[at - 1], end).join(''))
}

/** Cuts a text into pieces of `least` to `most` letters. */
export function cutEvery(text: string, least: number, most: number, random: Random): readonly string[] {
  const letters = Array.from(text)
  const pieces: string[] = []
  for (let at = 0; at < letters.length;) {
    const length = least + random.below(most - least + 1)
    pieces.push(letters.slice(at, at + length).join(''))
    at += length
  }
  return pieces
}

/** Prefixes each line of a text: as a quotation, a comment or a deeper level. */
export function eachLine(text: string, before: string): string {
  return text
    .split('\n')
    .map((line) => `${before}${line}`)
    .join('\n')
}
