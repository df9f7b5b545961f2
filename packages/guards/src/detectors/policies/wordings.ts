import { baseForm, shippedWordVectors } from '../../classify/word-vectors.ts'
import { termWords } from './rule-terms.ts'

/** Rarer words carry the meaning of a text: one text in 33 has a word of rarity 3.5. */
const RARITY_MIN = 3.5
/** Frequent words that reverse a meaning. */
const NEGATIONS = new Set(
  termWords("no not never without none nor cannot don't doesn't didn't can't won't isn't aren't shouldn't"),
)
/** Share of equal words from which two texts with the same rare words have the same wording. */
const SHARED_MIN = 0.75
/** Longer texts are never compared. */
const CHARS_MAX = 600

/** Texts that are recognised when they return with the same rare words and nearly the same frequent ones. */
export class Wordings {
  readonly #byRareWords = new Map<string, Set<string>[]>()

  constructor(texts: readonly string[]) {
    for (const text of texts) {
      const words = new Set(termWords(text))
      const key = rareWords(words)
      this.#byRareWords.set(key, [...(this.#byRareWords.get(key) ?? []), words])
    }
  }

  has(text: string): boolean {
    if (this.#byRareWords.size === 0 || text.length > CHARS_MAX) return false
    const words = new Set(termWords(text))
    return this.#byRareWords.get(rareWords(words))?.some((known) => sharedShare(known, words) >= SHARED_MIN) ?? false
  }
}

function sharedShare(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const all = left.union(right).size
  return all === 0 ? 0 : left.intersection(right).size / all
}

/** The words that carry the meaning, sorted; all words where none is rare. */
function rareWords(words: ReadonlySet<string>): string {
  const { rows, rarity } = shippedWordVectors()
  const rare = [...words].filter((word) => {
    const row = rows.get(baseForm(word))
    return row === undefined || rarity[row]! >= RARITY_MIN || NEGATIONS.has(word)
  })
  return (rare.length === 0 ? [...words] : rare).toSorted().join(' ')
}
