import { KINDS, type Random, randomFrom } from './draw.ts'

/** Files of one kind. Halves are whole families: what is tuned on the one never saw the formats of the other. */
export interface Family {
  readonly name: string
  readonly half: 'development' | 'held out'
  readonly path: string
  /** Pieces of the file with one secret or more each, written `<<kind>>` after a kind of draw.ts. */
  readonly trues: readonly string[]
  /** Pieces without a secret; `<<kind>>` draws what only looks like one. */
  readonly looks: readonly string[]
}

export interface Sample {
  readonly family: Family
  readonly text: string
  /** Places of secrets, `[start, end)`. */
  readonly secrets: readonly (readonly [start: number, end: number])[]
  /** Places of the pieces without a secret. */
  readonly looks: readonly (readonly [start: number, end: number])[]
}

/** One file of a family: its pieces mixed, its values drawn from the seed. */
export function sampleOf(family: Family, seed: number): Sample {
  const random = randomFrom(seed * 7_919 + family.name.length * 104_729 + (family.name.codePointAt(0) ?? 0))
  const pieces = [
    ...family.trues.map((piece) => ({ piece, secret: true })),
    ...family.looks.map((piece) => ({ piece, secret: false })),
  ].toSorted((left, right) => rank(left.piece, seed) - rank(right.piece, seed))
  const secrets: [number, number][] = []
  const looks: [number, number][] = []
  let text = ''
  for (const { piece, secret } of pieces) {
    const from = text.length
    text += fill(piece, random, (start, end) => {
      if (secret) secrets.push([from + start, from + end])
    })
    if (!secret) looks.push([from, text.length])
    text += '\n\n'
  }
  return { family, text, secrets, looks }
}

function fill(piece: string, random: Random, drawn: (start: number, end: number) => void): string {
  let text = ''
  for (const part of piece.split(/(<<\w+>>)/)) {
    const kind = /^<<(\w+)>>$/.exec(part)?.[1]
    const make = kind === undefined ? undefined : KINDS[kind]
    if (kind !== undefined && make === undefined) throw new RangeError(`No kind of value is called "${kind}".`)
    const value = make?.(random) ?? part
    if (make !== undefined) drawn(text.length, text.length + value.length)
    text += value
  }
  return text
}

/** A number from the text of a piece, so that the order is mixed and the same in every run. */
function rank(piece: string, seed: number): number {
  let hash = seed
  for (const char of piece) hash = (Math.imul(hash, 31) + (char.codePointAt(0) ?? 0)) >>> 0
  return hash
}
