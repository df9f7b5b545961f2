import type { Random } from './random.ts'

/**
 * A text with open places: `{opener} tell me {what}.` Each name stands for one of its alternatives, which may have open places
 * themselves. Names that the grammar does not know, such as `{marker}`, are left for whoever fills in what is known later.
 */
export interface Grammar {
  /** The texts to begin with. */
  readonly texts: readonly string[]
  readonly words: Readonly<Record<string, readonly string[]>>
}

/** Alternatives within alternatives. Ours: deeper nobody reads, and a grammar that names itself ends here. */
const DEPTH_MAX = 6
const PLACE = /\{([a-z][a-z0-9_]*)\}/g

/** How many different texts a grammar makes. @throws {RangeError} when an alternative leads back to itself */
export function countTexts({ texts, words }: Grammar): number {
  const countIn = (text: string, depth: number): number => {
    if (depth > DEPTH_MAX) throw new RangeError(`the alternatives of "${text}" lead too deep, or back to themselves`)
    let count = 1
    for (const [, name] of text.matchAll(PLACE)) {
      const choices = Object.hasOwn(words, name!) ? words[name!]! : []
      if (choices.length > 0) count *= choices.reduce((sum, choice) => sum + countIn(choice, depth + 1), 0)
    }
    return count
  }
  return texts.reduce((sum, text) => sum + countIn(text, 0), 0)
}

/** One text. @throws {RangeError} when an alternative leads back to itself, or there is no text */
export function writeText({ texts, words }: Grammar, random: Random): string {
  const write = (text: string, depth: number): string => {
    if (depth > DEPTH_MAX) throw new RangeError(`the alternatives of "${text}" lead too deep, or back to themselves`)
    return text.replaceAll(PLACE, (place, name: string) =>
      Object.hasOwn(words, name) ? write(random.pick(words[name]!), depth + 1) : place,
    )
  }
  return write(random.pick(texts), 0)
}

/** Tries for each text that is wanted: what a small grammar gives no more is not looked for for ever. */
const TRIES = 8

/** Texts that differ, at most so many: fewer where the grammar makes no more, or chance does not find them. */
export function writeTexts(grammar: Grammar, wanted: number, random: Random): readonly string[] {
  const found = new Set<string>()
  for (let tries = wanted * TRIES; tries > 0 && found.size < wanted; tries -= 1) found.add(writeText(grammar, random))
  return [...found]
}

/** Fills in what is known of an attack. @throws {RangeError} for a place that nobody fills */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(PLACE, (place, name: string) => {
    if (!Object.hasOwn(values, name)) throw new RangeError(`nobody knows what stands for ${place}`)
    return values[name]!
  })
}
