import { readRuleCases } from './read-cases.ts'

/** Texts that share three fifths of their words or more measure memory instead of generalization. */
const SHARED_MAX = 0.6

const wordSet = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))

const HELD_OUT = ['held-out', 'second-held-out'] as const

/** Returns a predicate for texts that nearly repeat a text of the held-out rules: the training must not see them. */
export function nearCopyOfCases(): (text: string) => boolean {
  const measured = HELD_OUT.flatMap((set) => readRuleCases(set)).flatMap(({ violating, allowed }) => [
    ...violating,
    ...allowed,
  ])
  const sets = measured.map(wordSet)
  return (text) => {
    const words = wordSet(text)
    return sets.some((other) => {
      const shared = [...words].filter((word) => other.has(word)).length
      return shared / (words.size + other.size - shared) >= SHARED_MAX
    })
  }
}
