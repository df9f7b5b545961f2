import type { Random } from './random.ts'

/**
 * Text with placeholders: `{opener} tell me {what}.` Each name is replaced by one of its alternatives, which may contain placeholders.
 * Unknown names, such as `{marker}`, are kept for a later step.
 */
export interface Grammar {
  /** Start texts. */
  readonly texts: readonly string[]
  readonly words: Readonly<Record<string, readonly string[]>>
}

/** Maximum depth of nested alternatives. Own limit: it also ends recursive grammars. */
const DEPTH_MAX = 6
const PLACE = /\{([a-z][a-z0-9_]*)\}/g

/** Returns the number of different texts of a grammar. @throws {RangeError} when an alternative is recursive */
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

/** Returns one text. @throws {RangeError} when an alternative is recursive, or the grammar has no text */
export function writeText({ texts, words }: Grammar, random: Random): string {
  const write = (text: string, depth: number): string => {
    if (depth > DEPTH_MAX) throw new RangeError(`the alternatives of "${text}" lead too deep, or back to themselves`)
    return text.replaceAll(PLACE, (place, name: string) =>
      Object.hasOwn(words, name) ? write(random.pick(words[name]!), depth + 1) : place,
    )
  }
  return write(random.pick(texts), 0)
}

/** Tries per requested text: bounds the search in small grammars. */
const TRIES = 8

/** Returns different texts, at most `wanted`: fewer when the grammar is smaller or sampling does not find more. */
export function writeTexts(grammar: Grammar, wanted: number, random: Random): readonly string[] {
  const found = new Set<string>()
  for (let tries = wanted * TRIES; tries > 0 && found.size < wanted; tries -= 1) found.add(writeText(grammar, random))
  return [...found]
}

/** Replaces the placeholders of an attack. @throws {RangeError} for a placeholder without a value */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(PLACE, (place, name: string) => {
    if (!Object.hasOwn(values, name)) throw new RangeError(`unknown placeholder ${place}`)
    return values[name]!
  })
}
