import { baseForm } from '../../classify/word-vectors.ts'

/** Words of a text as terms are matched against them: lower case, without apostrophes, with a separate base form. */
export function termWords(text: string): string[] {
  const plain = text
    .toLowerCase()
    .replace(/['’]s\b/g, '')
    .replace(/['’]/g, '')
  return (plain.match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? []).slice(0, WORDS_MAX)
}

/** Maximum number of compared words of one sentence; a sentence has at most 400 characters. */
const WORDS_MAX = 200
/** Minimum length of a prefix before a `*`. */
const PREFIX_MIN = 3

interface Part {
  readonly words: readonly string[]
  readonly terms: number[]
}

/** Weighted terms, indexed for one pass over the words of a text. */
export class TermIndex {
  readonly #byFirst = new Map<string, Part[]>()
  readonly #weights: number[] = []
  readonly #needed: number[] = []
  readonly #known = new Map<string, Part>()

  /** Adds a term in the syntax of `subject`. */
  add(term: string, weight: number): void {
    const id = this.#weights.push(weight) - 1
    const parts = term.split('+')
    this.#needed.push(parts.length)
    for (const part of parts) this.#part(part).terms.push(id)
  }

  #part(text: string): Part {
    const before = this.#known.get(text)
    if (before !== undefined) return before
    const words = text.split(' ')
    const part: Part = { words, terms: [] }
    this.#known.set(text, part)
    const first = words[0]!
    this.#byFirst.set(first, [...(this.#byFirst.get(first) ?? []), part])
    return part
  }

  /** Weights of the terms that the words show, each term once. */
  match(words: readonly string[]): number[] {
    const found = new Set<Part>()
    for (const [index, word] of words.entries()) {
      for (const key of keysOf(word)) {
        for (const part of this.#byFirst.get(key) ?? []) {
          if (!found.has(part) && part.words.every((wanted, offset) => matchesTerm(words[index + offset], wanted)))
            found.add(part)
        }
      }
    }
    const counts = new Map<number, number>()
    for (const { terms } of found) for (const id of terms) counts.set(id, (counts.get(id) ?? 0) + 1)
    return [...counts].flatMap(([id, count]) => (count === this.#needed[id] ? [this.#weights[id]!] : []))
  }
}

/** Returns the word, its base form, and each prefix with a `*`. */
function keysOf(word: string): Set<string> {
  const keys = new Set([word, baseForm(word)])
  for (let end = PREFIX_MIN; end <= Math.min(word.length, PREFIX_MAX); end += 1) keys.add(`${word.slice(0, end)}*`)
  return keys
}

const PREFIX_MAX = 20

function matchesTerm(word: string | undefined, wanted: string): boolean {
  if (word === undefined) return false
  if (wanted.endsWith('*')) return word.startsWith(wanted.slice(0, -1))
  return word === wanted || baseForm(word) === wanted
}
